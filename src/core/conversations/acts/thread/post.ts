/**
 * How are words and files added to a conversation? Every message goes through this file.
 * `may_write.ts` says who may, `artifacts.ts` and `added_files.ts` add files,
 * `agent_turn.ts` says when a service agent speaks, `a2a_message.ts` what is kept of a
 * message of A2A.
 * @module
 */
import type { CommandCall } from "../../../access/context.ts";
import type { Approval, Verdict } from "../../../review/review.ts";
import {
  isForAgentsOnly,
  isToSelf,
  participantAt,
} from "../../model/audience.ts";
import type {
  Conversation,
  Participant,
  PendingMessage,
} from "../../model/model.ts";
import { isTooLateToAccept } from "../../model/terms/deadlines.ts";
import { acceptIfAsked } from "../checkpoints/checkpoint.ts";
import { wouldAccept } from "../checkpoints/may_accept.ts";
import { queueForeign } from "../delivery/foreign.ts";
import { inviteOutsiders } from "../delivery/invites.ts";
import { addMessage, recordReview, startWork } from "../store/change.ts";

/** The review behind a posted message. */
export interface Posting {
  /** The review of a message that reaches ordinary addresses. */
  readonly verdict?: Verdict<Approval<"outward">> | undefined;
}

/**
 * Adds a message to the thread. A recipient's first one accepts the request (docs/states.md,
 * row 12), ordinary addresses are invited to read it, and other services are sent it.
 */
export async function post(
  call: CommandCall,
  conversation: Conversation,
  pendingMessage: PendingMessage,
  { verdict }: Posting = {},
): Promise<Conversation> {
  const author = participantAt(conversation, pendingMessage.author);
  const started =
    isToSelf(pendingMessage) || pendingMessage.asksFirst
      ? conversation
      : startedBy(call, conversation, author);
  const seq = conversation.tally.count + 1;
  const message = { ...pendingMessage, seq, createdAt: call.now };
  const added = addMessage(call, started, message);
  const after = queueForeign(call, added, message.audience);
  if (!verdict?.grants) return after;
  recordReview(call, after, verdict.review, author.position);
  return await inviteOutsiders(call, verdict.grants, after, message.audience);
}

/**
 * Starts the work with the first act of an addressed account, which also answers its own
 * acceptance.
 */
export function startedBy(
  call: CommandCall,
  conversation: Conversation,
  actor: Participant,
): Conversation {
  if (!wouldAccept(conversation, actor)) return conversation;
  if (isTooLateToAccept(conversation, call.now)) return conversation;
  // A message of the service accepts nothing for others.
  if (actor.kind === "service" && !isForAgentsOnly(conversation)) {
    return conversation;
  }
  const accepted = acceptIfAsked(call, conversation, actor.accountId);
  return startWork(call, accepted);
}
