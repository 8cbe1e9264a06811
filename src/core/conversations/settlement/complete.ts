import type { Actor } from "../../access/actor.ts";
import type { CommandCall } from "../../access/context.ts";
import { ServiceError } from "../../errors/errors.ts";
import { supersedeOpen } from "../checkpoints/checkpoint.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { assertTransition } from "../model/state.ts";
import { move } from "../store/change.ts";

/**
 * Refuses a caller who cannot say that the work is finished.
 * @throws wrong_state, receipt_required
 */
export function checkCompletable({ state, payment }: Conversation): void {
  assertTransition(state, "complete");
  if (payment?.status !== "held") return;
  throw new ServiceError("receipt_required", {
    detail: "Cannot complete: a price is held, so the receipt is needed.",
  });
}

/**
 * Refuses all but an addressed account.
 * @throws not_addressed
 */
export function refuseUnaddressed({ role }: Participant): void {
  if (role === "to") return;
  throw new ServiceError("not_addressed", {
    detail: "Cannot complete: only an account in `to` may.",
  });
}

/**
 * Ends the work, whoever else is still asked.
 * @param actor Who says so, if that is not the caller.
 * @throws as {@linkcode checkCompletable}
 */
export function complete(
  call: CommandCall,
  conversation: Conversation,
  actor?: Actor,
): Conversation {
  checkCompletable(conversation);
  const next = supersedeOpen(call, conversation);
  const details = actor === undefined ? {} : { actor };
  return move(call, next, conversation.state, "complete", details);
}
