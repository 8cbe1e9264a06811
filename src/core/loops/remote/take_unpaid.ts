import type { ForeignAccount } from "../../addresses/foreign/foreign_store.ts";
import {
  readOffer,
  readRemotePayment,
} from "../../agents/remote/calls/remote_payment.ts";
import type { TaskState } from "../../agents/remote/calls/remote_task.ts";
import type { TakenRemote } from "../../conversations/acts/delivery/taken_remote.ts";
import {
  headOf,
  isTask,
} from "../../conversations/acts/delivery/taken_remote.ts";
import { ANSWERED } from "../../conversations/model/turn/unpayable_ask.ts";
import type { UnpaidAsk } from "../../operations/end_remote_take.ts";
import { endRemoteTake } from "../../operations/end_remote_take.ts";
import { takeRemoteTerms } from "../../operations/take_remote_terms.ts";
import { parseChainAddress } from "../../payments/terms/address.ts";
import { unpayable } from "../../payments/terms/unpayable.ts";
import { callOperation, outputOf } from "../../pipeline/call.ts";
import { clock } from "../duty.ts";
import type { Snapshot } from "./receipt_in.ts";

/**
 * Takes a snapshot before this service's own node has seen the price held: how to pay, and an
 * end. All else waits for the escrow; false then.
 */
export async function takeUnpaid(
  snapshot: Snapshot,
  cancel: () => Promise<boolean>,
): Promise<boolean> {
  const { services, taken, account, begun } = snapshot;
  const { conversationId, accountId, evidence } = taken;
  const head = headOf(taken);
  const place = { conversationId, accountId };
  const caller = clock(services);
  const { accepts = [] } = paymentIn(taken) ?? {};
  if (accepts.length > 0) {
    const input = { ...place, accepts };
    const output = await outputOf(services, takeRemoteTerms, caller, input);
    if (!output.done) return false;
  } else if (head.state !== null && ENDINGS.has(head.state)) {
    if (!(await cancel())) return false;
  } else if (head.state !== "TASK_STATE_AUTH_REQUIRED") {
    // An agent that knows nothing of prices: its person is told that it does not ask.
    const isShown = !account.isFederated && begun.isUntold;
    if (!isShown || !ANSWERED.has(head.state ?? "")) return false;
  }
  const ask = accepts.length > 0 ? undefined : unpayableIn(snapshot);
  const nothing = { added: 0, dropped: 0, hasMore: false };
  const told = {
    ...{ ...place, head, ...nothing },
    ...(evidence && { evidence }),
    ...(ask && { ask }),
  };
  await callOperation(services, endRemoteTake, caller, told);
  return true;
}

/** True if a task waits to be paid, by terms that a wallet could sign. Pure. */
export function asksForPayment(
  taken: TakenRemote,
  { isFederated, payout }: Pick<ForeignAccount, "isFederated" | "payout">,
): boolean {
  const { stage, accepts = [] } = paymentIn(taken) ?? {};
  const mayCharge = isFederated || payout !== null;
  return mayCharge && stage === "payment-required" && accepts.length > 0;
}

/** The payment that an agent asks for and can't get, and why; undefined without one. Pure. */
export function unpayableIn({
  services: { settings },
  taken: { said },
  account,
  begun,
}: Snapshot): UnpaidAsk | undefined {
  // Paid already: it has not seen yet that its own escrow holds the price.
  if (begun.unsigned !== undefined) return undefined;
  const message = isTask(said) && isWaiting(said.state) ? said.message : null;
  const offered = message?.isAgents ? readOffer(message.metadata) : undefined;
  if (!message || offered === undefined) return undefined;
  const { chain } = settings;
  const isReadable = (readRemotePayment(message.metadata)?.accepts ?? [])[0];
  const because =
    unpayable(account, chain) ?? (isReadable ? "set_already" : "no_escrow");
  const { chainId, token } = chain?.place ?? {};
  const isUsdc =
    offered?.network === `eip155:${chainId}` &&
    parseChainAddress(offered.asset) === token;
  const offer = offered && { ...offered, isUsdc };
  return { messageId: message.messageId, because, offer };
}

function isWaiting(state: TaskState): boolean {
  return (
    state === "TASK_STATE_INPUT_REQUIRED" ||
    state === "TASK_STATE_AUTH_REQUIRED"
  );
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
