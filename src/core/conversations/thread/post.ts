import type { CommandCall } from "../../access/context.ts";
import type { Approval, Verdict } from "../../review/review.ts";
import { acceptIfAsked } from "../checkpoints/checkpoint.ts";
import { wouldAccept } from "../checkpoints/may_accept.ts";
import { inviteOutsiders } from "../delivery/invites.ts";
import { isForAgentsOnly, isNote } from "../model/audience.ts";
import type { Conversation, Participant, Proposal } from "../model/model.ts";
import { participantAt } from "../projection/present_message.ts";
import { addMessage, noteReview, startWork } from "../store/change.ts";

/** What a message is posted with. */
export interface Posting {
  /** The review of one that reaches ordinary addresses. */
  readonly verdict?: Verdict<Approval<"outward">> | undefined;
}

/**
 * Puts a message where its audience reads it. A recipient's first one accepts the
 * request (docs/states.md, row 12), and ordinary addresses hear that there is more
 * to read.
 */
export async function post(
  call: CommandCall,
  conversation: Conversation,
  proposal: Proposal,
  { verdict }: Posting = {},
): Promise<Conversation> {
  const author = participantAt(conversation, proposal.author);
  const started =
    isNote(proposal) || proposal.asksFirst
      ? conversation
      : startedBy(call, conversation, author);
  const seq = conversation.messages.length + 1;
  const message = { ...proposal, seq, createdAt: call.now };
  const after = addMessage(call, started, message);
  if (!verdict?.grants) return after;
  noteReview(call, after, verdict.review, author.position);
  return await inviteOutsiders(call, verdict.grants, after, message.audience);
}

/**
 * Work starts with the first thing an addressed account does, which also answers its
 * own acceptance.
 */
export function startedBy(
  call: CommandCall,
  conversation: Conversation,
  actor: Participant,
): Conversation {
  if (!wouldAccept(conversation, actor)) return conversation;
  // What the service says by itself accepts nothing on behalf of others.
  if (actor.kind === "service" && !isForAgentsOnly(conversation)) {
    return conversation;
  }
  const accepted = acceptIfAsked(call, conversation, actor.accountId);
  return startWork(call, accepted);
}
