import type { Actor } from "../../../access/actor.ts";
import type { CommandCall } from "../../../access/context.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Conversation } from "../../model/model.ts";
import { assertTransition } from "../../model/state.ts";
import { supersedeOpen } from "../checkpoints/checkpoint.ts";
import { move } from "../store/change.ts";

/** Refuses a caller who may not complete the work. @throws wrong_state, receipt_required */
export function checkCompletable({ state, payment }: Conversation): void {
  assertTransition(state, "complete");
  if (payment?.status !== "held") return;
  throw new ServiceError("receipt_required", {
    detail: told`Cannot complete: a price is held, so the payee has to sign the receipt.`,
  });
}

/**
 * Completes the conversation, even while other recipients are still asked.
 * @param actor The actor to record, if not the caller.
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
