import { actorOf } from "../../access/actor.ts";
import type { CommandCall, QueryCall } from "../../access/context.ts";
import { cleanLine } from "../../base/text.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Approval, Review } from "../../review/review.ts";
import {
  objectionsOf,
  reviewApproved,
  reviewCancel,
} from "../../review/review.ts";
import type { CancelFacts } from "../../review/rules.ts";
import {
  askPerson,
  cancelCard,
  makerOf,
  requesterOf,
} from "../checkpoints/ask.ts";
import type { Answer, Closing } from "../checkpoints/checkpoint.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import { resume } from "../checkpoints/waiting.ts";
import type { Checkpoint, Conversation, Participant } from "../model/model.ts";
import { assertTransition } from "../model/state.ts";
import type { Verb } from "../model/transitions.ts";
import { move, recordReview } from "../store/change.ts";
import { isEarned } from "./condition.ts";
import type { Ending } from "./settle.ts";
import { closeWithout } from "./settle.ts";

/** What came of a cancel: done, or put before a person. */
export interface Canceling {
  readonly conversation: Conversation;
  readonly review: Review;
}

/**
 * Cancels a conversation, or asks the person of the agent that wants to
 * (docs/states.md, rows 21 to 23).
 * @throws condition_already_met
 */
export async function cancel(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  reason: string,
): Promise<Canceling> {
  const action = cancelAction(conversation, me, cleanLine(reason));
  const facts = cancelFacts(call, conversation, me);
  const { review, grants } = reviewCancel(call, action, facts);
  if (review.outcome === "deny") throw refusalOf(review);
  recordReview(call, conversation, review, me.position);
  if (grants) {
    const after = commit(call, conversation, grants, {
      verb: "cancel",
      reason: action.reason,
      reasonBy: actorOf(call),
    });
    return { conversation: after, review };
  }
  const askedBy = await requesterOf(call, me);
  const card = cancelCard(conversation, { ...action }, askedBy, me);
  const asked = await askPerson(call, conversation, card, { review, askedBy });
  const waiting = move(call, asked, asked.state, "cancel_asks", {
    reason: "cancel_requested",
    reviewId: review.reviewId,
  });
  return { conversation: waiting, review };
}

/**
 * Whether a cancel would wait for the caller's person.
 * @throws forbidden, condition_already_met, not_cancelable, wrong_state
 */
export function cancelWaits(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): boolean {
  refuseBystanders(me);
  assertTransition(conversation.state, "cancel");
  const action = cancelAction(conversation, me, "");
  const facts = cancelFacts(call, conversation, me);
  const { review } = reviewCancel(call, action, facts);
  if (review.outcome === "deny") throw refusalOf(review);
  return review.outcome === "needs_person";
}

/** @throws forbidden for whoever only has a copy */
export function refuseBystanders({ role }: Participant): void {
  if (role === "sender" || role === "to") return;
  throw new ServiceError("forbidden", {
    detail: "Cannot cancel: only the sender or an addressed account may.",
  });
}

/**
 * Carries out a cancel that a person has approved (docs/states.md, row 24).
 * What has been earned or has changed in the meantime stays as it is.
 */
export function approveCancel(
  call: CommandCall,
  conversation: Conversation,
  decider: Participant,
  { checkpoint, comment }: Answer,
): Conversation {
  const { reason = "" } = checkpoint.action;
  const action = cancelAction(conversation, decider, String(reason));
  const verdict = reviewApproved(reviewCancel, call, {
    waiting: checkpoint,
    action,
    facts: cancelFacts(call, conversation, decider),
  });
  if (!verdict?.grants) {
    call.refuseAfter(
      verdict
        ? refusalOf(verdict.review)
        : new ServiceError("action_changed", {
            detail: "Cannot approve: the price is no longer what was shown.",
            extra: { checkpoints: [] },
          }),
    );
    return dropCancel(call, conversation, checkpoint, {
      status: "superseded",
    });
  }
  const { review, grants } = verdict;
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "approved",
    comment,
  });
  recordReview(call, closed, review, decider.position);
  const verb = "cancel_approved";
  return commit(call, closed, grants, {
    verb,
    reason: action.reason,
    reasonBy: makerOf(checkpoint),
  });
}

/** Leaves everything as it was before the cancel was asked for. */
export function dropCancel(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  closing: Closing,
): Conversation {
  const closed = closeCheckpoint(call, conversation, checkpoint, closing);
  return resume(call, closed, "cancel_declined", `cancel_${closing.status}`);
}

/** Commits a cancel: without the review's approval this does not compile. */
function commit(
  call: CommandCall,
  conversation: Conversation,
  { reviewId }: Approval<"cancel">,
  { verb, ...why }: Pick<Ending, "reason" | "reasonBy"> & { verb: Verb },
): Conversation {
  return closeWithout(call, conversation, verb, {
    ...why,
    voidReason: "canceled",
    reviewId,
  });
}

/** The exact cancel that a review judges. */
export function cancelAction(
  { id, payment }: Conversation,
  { address }: Participant,
  reason: string,
) {
  return {
    act: "cancel" as const,
    conversationId: id,
    by: address,
    reason,
    payment: payment?.status ?? "none",
    price: String(payment?.price ?? 0),
  };
}

/** What the rules judge about it, in the caller's name. */
export function cancelFacts(
  { member }: QueryCall,
  conversation: Conversation,
  { role }: Participant,
): CancelFacts {
  const { payment, participants } = conversation;
  const isReleased = payment?.status === "released";
  const isHeld = payment?.status === "held";
  const payee = participants.find(
    (it) => it.accountId !== null && it.accountId === payment?.payeeId,
  );
  return {
    byAgent: member.kind === "agent",
    bySender: role === "sender",
    isPriced: isHeld || isReleased,
    isHeld,
    conditionMet:
      isReleased || (payee !== undefined && isEarned(conversation, payee)),
  };
}

function refusalOf(review: Review): ServiceError {
  const rules = objectionsOf(review);
  const denied = rules.find((it) => it.outcome === "deny");
  return new ServiceError("condition_already_met", {
    detail: `Cannot cancel: ${denied?.detail ?? "the review denied it."}`,
    extra: { review: { ...review, rules } },
  });
}
