import { actorOf } from "../../../access/actor.ts";
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import type { Review } from "../../../review/review.ts";
import { reviewCancel } from "../../../review/review.ts";
import { moverOf } from "../../model/acting.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { assertMover } from "../../model/movers.ts";
import { assertTransition } from "../../model/state.ts";
import { askPerson } from "../checkpoints/ask.ts";
import { move, recordReview } from "../store/change.ts";
import {
  cancelAction,
  cancelFacts,
  commitCancel,
  reasonToTell,
  refusalOf,
} from "./cancel_facts.ts";

/** The result of a cancel: done, or waiting for a person. */
export interface Canceling {
  readonly conversation: Conversation;
  readonly review: Review;
}

/**
 * Cancels a conversation, or asks the agent's person to approve that (docs/states.md, rows 21
 * to 23).
 * @throws condition_already_met
 */
export async function cancel(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  reason: string,
): Promise<Canceling> {
  const { action, review, grants } = judge(call, conversation, me, reason);
  recordReview(call, conversation, review, me.position);
  if (grants) {
    const given = { reason: action.reason, by: actorOf(call) };
    const after = commitCancel(call, conversation, grants, {
      verb: "cancel",
      ...(await reasonToTell(call, conversation, me, given)),
    });
    return { conversation: after, review };
  }
  const asking = { action, review };
  const asked = await askPerson(call, conversation, me, asking);
  const waiting = move(call, asked, asked.state, "cancel_asks", {
    reason: "cancel_requested",
    review,
  });
  return { conversation: waiting, review };
}

/**
 * True if a cancel would wait for the caller's person.
 * @throws forbidden, condition_already_met, not_cancelable, wrong_state
 */
export function cancelWaits(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): boolean {
  assertMover("cancel", [moverOf(me)]);
  assertTransition(conversation.state, "cancel");
  const { review } = judge(call, conversation, me, "");
  return review.outcome === "needs_person";
}

/** @throws what the review denies */
function judge(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
  reason: string,
) {
  const action = cancelAction(conversation, me, reason);
  const facts = cancelFacts(call, conversation, me);
  const { review, grants } = reviewCancel(call, action, facts);
  if (review.outcome === "deny") throw refusalOf(call, review);
  return { action, review, grants };
}
