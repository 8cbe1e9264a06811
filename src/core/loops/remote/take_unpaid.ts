import { readRemotePayment } from "../../agents/remote/calls/remote_payment.ts";
import type { TaskState } from "../../agents/remote/calls/remote_task.ts";
import type { TakenRemote } from "../../conversations/acts/delivery/taken_remote.ts";
import {
  headOf,
  isTask,
} from "../../conversations/acts/delivery/taken_remote.ts";
import { endRemoteTake } from "../../operations/end_remote_take.ts";
import { takeRemoteTerms } from "../../operations/take_remote_terms.ts";
import type { Services } from "../../pipeline/call.ts";
import { callOperation } from "../../pipeline/call.ts";
import { clock } from "../duty.ts";

/**
 * Takes a snapshot before this service's own node has seen the price held: how to pay, and an
 * end. All else waits for the escrow; false then.
 */
export async function takeUnpaid(
  services: Services,
  taken: TakenRemote,
  cancel: () => Promise<boolean>,
): Promise<boolean> {
  const { conversationId, accountId, evidence } = taken;
  const head = headOf(taken);
  const place = { conversationId, accountId };
  const caller = clock(services);
  const { accepts = [] } = paymentIn(taken) ?? {};
  if (accepts.length > 0) {
    const input = { ...place, accepts: accepts.map((it) => it.terms) };
    const { output } = await callOperation(
      services,
      takeRemoteTerms,
      caller,
      input,
    );
    if (!output.done) return false;
  } else if (head.state !== null && ENDINGS.has(head.state)) {
    if (!(await cancel())) return false;
  } else if (head.state !== "TASK_STATE_AUTH_REQUIRED") {
    return false;
  }
  const nothing = { added: 0, dropped: 0, hasMore: false };
  const told = { ...place, head, ...nothing, ...(evidence && { evidence }) };
  await callOperation(services, endRemoteTake, caller, told);
  return true;
}

/** True if a task waits to be paid, by terms that a wallet could sign. Pure. */
export function asksForPayment(taken: TakenRemote): boolean {
  const { stage, accepts = [] } = paymentIn(taken) ?? {};
  return stage === "payment-required" && accepts.length > 0;
}

function paymentIn({ said }: TakenRemote) {
  const message = isTask(said) ? said.message : null;
  return message ? readRemotePayment(message.metadata) : undefined;
}

const ENDINGS: ReadonlySet<TaskState> = new Set([
  "TASK_STATE_REJECTED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_FAILED",
]);
