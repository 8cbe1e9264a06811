import type { CommandCall } from "../../../../src/core/access/context.ts";
import { told } from "../../../../src/core/base/words/sentence.ts";
import { ServiceError } from "../../../../src/core/errors/errors.ts";
import type { ChainIntent } from "../intent_store.ts";
import { intentStore } from "../intent_store.ts";
import { OPEN_STATES } from "../transaction_states.ts";
import { transactionStore } from "../transaction_store.ts";

/**
 * Retries a stuck movement, however often its contract refused it.
 * @throws not_found, wrong_state
 */
export async function retryStopped(call: CommandCall, id: string) {
  const intent = await stoppedMovement(call, id);
  const change = { retriedAt: call.now };
  call.write(intentStore(call.db).settle(intent, "open", change));
  return intent;
}

/**
 * Ends a stuck movement: what a wallet signed counts as refused, and what was to be captured
 * is returned to its payer.
 * @throws not_found, wrong_state
 */
export async function resolveStopped(
  call: CommandCall,
  id: string,
  reason: string,
) {
  const intent = await stoppedMovement(call, id);
  const store = intentStore(call.db);
  const problem = `Ended by the operator: ${reason}`;
  if (intent.act === "void") {
    throw new ServiceError("wrong_state", {
      detail: told`Cannot end ${id}: a return can only be retried. Retry it, or let the payer take the money back after the hold ends.`,
    });
  }
  if (intent.act === "capture") {
    call.write(store.settle(intent, "open", { problem, captured: 0 }));
  } else {
    call.write(store.settle(intent, "refused", { problem }));
  }
  return intent;
}

async function stoppedMovement(
  { db }: CommandCall,
  id: string,
): Promise<ChainIntent> {
  const intent = await intentStore(db).byId(id);
  if (!intent) {
    throw new ServiceError("not_found", {
      detail: told`Cannot change ${id}: there is no such movement.`,
    });
  }
  const { state, problem } = intent;
  const isOver = state !== "open" && state !== "refused";
  const sent = await transactionStore(db).ofIntent(id);
  const isSent = sent.some((it) => OPEN_STATES.some((one) => one === it.state));
  if (!isOver && !isSent && problem !== null) return intent;
  throw new ServiceError("wrong_state", {
    detail: told`Cannot change ${id}: it is over, on its way, or continues automatically.`,
  });
}
