import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { canonicalJson, sha256 } from "../../../base/digest.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Action } from "../../model/acts.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
  PendingMessage,
} from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import { askPerson } from "../checkpoints/ask.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import { pendingAct, refusePending, resume } from "../checkpoints/waiting.ts";
import { move } from "../store/change.ts";
import { isForeign } from "../store/foreign_queue.ts";
import { post } from "./post.ts";

/**
 * Refuses a question from anyone without somebody to ask: a person, one of the service's own
 * agents, or an agent that does not work on the request.
 * @throws invalid_input, not_addressed
 */
export function checkRequester(
  { member }: QueryCall,
  author: Participant,
): void {
  if (member.kind !== "agent" && member.origin === undefined)
    throw notApplicable(told`only an agent can ask its person`);
  if (author.role === "to") return;
  throw new ServiceError("not_addressed", {
    detail: told`Cannot ask your person: only an agent of an account in \`to\` can.`,
  });
}

/** The error for `needsInput` where it has no meaning. */
export function notApplicable(why: Sentence): ServiceError {
  return invalid("/needsInput", "not_applicable", why);
}

/**
 * Asks the person of an agent that works on a request (docs/states.md, row 14). The question
 * is a message that only their account reads; it accepts nothing.
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
  const asked = await askPerson(call, posted, author, {
    action: askAction(posted, question),
  });
  return move(call, asked, asked.state, "ask", { reason: "input_needed" });
}

/**
 * Asks the sender's person what an agent at another service needs to know. The question is a
 * message like any other; a second one before the answer only adds to it.
 */
export async function askSender(
  call: CommandCall,
  conversation: Conversation,
  author: Participant,
  question: PendingMessage,
): Promise<Conversation> {
  const posted = await post(call, conversation, question);
  if (pendingAct(posted, posted.ownerId, "ask")) return posted;
  const asked = await askPerson(call, posted, author, {
    action: askAction(posted, question),
    asked: senderOf(posted),
  });
  return move(call, asked, asked.state, "ask", { reason: "input_needed" });
}

function askAction(
  { id: conversationId }: Conversation,
  { id: messageId, parts }: PendingMessage,
): Action<"ask"> {
  const digest = sha256(canonicalJson({ parts }));
  return { act: "ask", conversationId, messageId, sha256: digest };
}

/**
 * Answers a question by a message: an agent's by its person's, one from another service by any
 * of the sender's side (docs/states.md, row 15). The clock closes expired ones.
 */
export function answeredByReply(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  const { member, now } = call;
  const open = pendingAct(conversation, member.accountId, "ask");
  if (!open || now >= open.expiresAt) return conversation;
  if (member.kind !== "person" && !isFromElsewhere(conversation, open)) {
    return conversation;
  }
  const closing = { status: "approved" } as const;
  const closed = closeCheckpoint(call, conversation, open, closing);
  return resume(call, closed, "answer", "answered");
}

/** True for a question that an agent at another service asks. */
export function isFromElsewhere(
  { participants }: Conversation,
  { askedBy }: Checkpoint,
): boolean {
  return participants.some(
    (it) => isForeign(it) && it.address === askedBy.address,
  );
}
