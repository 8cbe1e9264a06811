import type { CommandCall, QueryCall } from "../../access/context.ts";
import { canonicalJson, sha256 } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import { cleanLine, firstChars } from "../../base/text.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Card } from "../checkpoints/ask.ts";
import { askPerson, requesterOf } from "../checkpoints/ask.ts";
import { shownTitle } from "../checkpoints/card_words.ts";
import type { Answer } from "../checkpoints/checkpoint.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import { pendingAct, refusePending, resume } from "../checkpoints/waiting.ts";
import { invalid } from "../drafts/compose.ts";
import type {
  Conversation,
  Participant,
  PendingMessage,
} from "../model/model.ts";
import { textOf } from "../projection/present_message.ts";
import { move } from "../store/change.ts";
import { post } from "./post.ts";

/**
 * Refuses a question of somebody who has nobody to ask: of a person, of one of the
 * service's own agents, or of an agent that does not work on the request.
 * @throws invalid_input, not_addressed
 */
export function checkRequester(
  { member }: QueryCall,
  author: Participant,
): void {
  if (member.kind !== "agent") throw notApplicable("only an agent asks");
  if (author.role === "to") return;
  throw new ServiceError("not_addressed", {
    detail: "Cannot ask your person: only an agent of an account in `to` may.",
  });
}

/** `needsInput` where it means nothing. */
export function notApplicable(why: string): ServiceError {
  return invalid("/needsInput", "not_applicable", why);
}

/**
 * Asks the person of an agent that works on a request (docs/states.md, row 14). The
 * question is a message that their own account alone reads; it accepts nothing.
 * @throws wrong_state while an earlier one waits
 */
export async function askQuestion(
  call: CommandCall,
  conversation: Conversation,
  author: Participant,
  question: PendingMessage,
): Promise<Conversation> {
  refusePending(call, conversation, "ask");
  const posted = await post(call, conversation, question);
  const askedBy = await requesterOf(call, author);
  const card = cardOf(conversation, question, askedBy.name);
  const asked = await askPerson(call, posted, card, { askedBy });
  return move(call, asked, asked.state, "ask", { reason: "input_needed" });
}

/**
 * A person who writes has answered what their agent asked (docs/states.md, row 15).
 * What has run out by then is the clock's to close.
 */
export function answeredByReply(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  const { member, now } = call;
  const open = pendingAct(conversation, member.accountId, "ask");
  if (member.kind !== "person" || !open || now >= open.expiresAt) {
    return conversation;
  }
  const closing = { status: "approved" } as const;
  const closed = closeCheckpoint(call, conversation, open, closing);
  return resume(call, closed, "answer", "answered");
}

/** Answers a question by a decision, whose comment the agent reads. */
export function decideQuestion(
  call: CommandCall,
  conversation: Conversation,
  { checkpoint, decision, comment }: Answer,
): Conversation {
  const isApproval = decision === "approve";
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: isApproval ? "approved" : "declined",
    comment,
  });
  const verb = isApproval ? "answer" : "refuse_action";
  return resume(call, closed, verb, "decided");
}

function cardOf(
  conversation: Conversation,
  { id, parts }: PendingMessage,
  name: string,
): Card {
  const words = firstChars(cleanLine(textOf(parts)), LIMITS.cardQuestionChars);
  return {
    title: `${name} needs your input`,
    summary: `${name} asks about "${shownTitle(conversation)}": ${words}`,
    action: {
      act: "ask",
      conversationId: conversation.id,
      messageId: id,
      sha256: sha256(canonicalJson({ parts })),
    },
  };
}
