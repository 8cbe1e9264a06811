import { actorOf } from "../actor.ts";
import type { CommandCall, QueryCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import type { Approval, Review, Verdict } from "../review/review.ts";
import { reviewApproved, reviewOutward } from "../review/review.ts";
import { deniedSend } from "./added_files.ts";
import type { Card } from "./ask.ts";
import { askerOf, askPerson, makerOf } from "./ask.ts";
import { readersOf } from "./audience.ts";
import { shownRecipients, shownTitle } from "./card_words.ts";
import { move, newSalt, noteReview } from "./change.ts";
import type { Answer } from "./checkpoint.ts";
import { closeCheckpoint } from "./checkpoint.ts";
import type { Conversation, Participant, Proposal } from "./model.ts";
import { outwardAction, outwardFacts } from "./outward_facts.ts";
import { post } from "./post.ts";
import { participantAt } from "./present_message.ts";
import { IN_WORK, refusePending, resume } from "./waiting.ts";

/** Said in place of a reason that the person did not give. */
const REFUSAL = "Not sent: your person declined it.";

/**
 * Reviews a message as far as ordinary addresses read it; undefined if none does, or
 * none has been reached yet because the price is not paid.
 */
export function reviewMessage(
  call: QueryCall,
  conversation: Conversation,
  message: Proposal,
): Verdict<Approval<"outward">> | undefined {
  const facts = outwardFacts(call, conversation, message);
  const isUnpaid = conversation.payment?.status === "requires_payment";
  if (facts.outsiders.length === 0 || isUnpaid) return undefined;
  return reviewOutward(call, outwardAction(conversation, message), facts);
}

/**
 * Puts a message before the person of the agent that wrote it; nobody else has it
 * before they let it out (decisions.md C, row 14).
 * @throws wrong_state while an earlier one waits
 */
export async function askToSend(
  call: CommandCall,
  conversation: Conversation,
  proposal: Proposal,
  review: Review,
): Promise<Conversation> {
  refusePending(call, conversation, IN_WORK.outward);
  const author = participantAt(conversation, proposal.author);
  noteReview(call, conversation, review, author.position);
  const askedBy = await askerOf(call, author);
  const card = cardOf(conversation, proposal, askedBy.name);
  const asking = { review, askedBy, proposal };
  const asked = await askPerson(call, conversation, card, asking);
  return move(call, asked, asked.state, "ask", {
    reason: "approval_needed",
    reviewId: review.reviewId,
  });
}

/**
 * Posts what a person has approved, to the letter and in the name of the agent that
 * wrote it (decisions.md C, row 15). What a rule denies by now is dropped.
 * @throws insufficient_scope for another agent that may not write outward itself
 */
export async function approveOutward(
  call: CommandCall,
  conversation: Conversation,
  { checkpoint, comment }: Answer,
): Promise<Conversation> {
  const { proposal } = checkpoint;
  if (!proposal) throw new RangeError("What waits to be sent is kept");
  const verdict = reviewApproved(reviewOutward, call, {
    waiting: checkpoint,
    action: outwardAction(conversation, proposal),
    facts: outwardFacts(call, conversation, proposal),
  });
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: verdict?.grants ? "approved" : "superseded",
    comment,
  });
  if (!verdict?.grants) {
    call.refuseAfter(verdict ? deniedSend(verdict.review) : changed());
    return resume(call, closed, "answer", "superseded");
  }
  const message = { ...proposal, actor: proposal.actor ?? makerOf(checkpoint) };
  const posted = await post(call, closed, message, { verdict });
  return resume(call, posted, "answer", "decided");
}

/** Drops the message and tells the agent why (decisions.md C, row 16). */
export async function declineOutward(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  { checkpoint, comment }: Answer,
): Promise<Conversation> {
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "declined",
    comment,
  });
  const told = await post(call, closed, {
    id: call.newId("message"),
    author: me.position,
    authorKind: call.member.kind,
    actor: actorOf(call),
    mode: "reply",
    inReplyTo: null,
    parts: [{ text: comment ?? REFUSAL }],
    artifactIds: [],
    audience: [me.position],
    salt: newSalt(call),
  });
  return resume(call, told, "refuse_action", "decided");
}

function changed(): ServiceError {
  return new ServiceError("action_changed", {
    detail: "Cannot approve: its readers are no longer those that were shown.",
    extra: { checkpoints: [] },
  });
}

function cardOf(
  conversation: Conversation,
  proposal: Proposal,
  name: string,
): Card {
  const to = shownRecipients(readersOf(conversation, proposal));
  return {
    title: `Send to ${to}?`,
    summary: `${name} wants to reply in "${shownTitle(conversation)}" to ${to}. The message is in this checkpoint. Declining sends nothing, and the work goes on.`,
    action: outwardAction(conversation, proposal),
  };
}
