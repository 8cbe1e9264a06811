import { requireScope } from "../../../../access/access.ts";
import type { CommandCall } from "../../../../access/context.ts";
import type { Say } from "../../../../base/words/say.ts";
import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import { incomplete } from "../../../../errors/field_errors.ts";
import { isAsAsked, reviewFurther } from "../../../../review/review.ts";
import { notified, participantAt, readersOf } from "../../../model/audience.ts";
import type { Conversation, PendingMessage } from "../../../model/model.ts";
import { isEmpty, newSalt } from "../../../model/parts.ts";
import { shownRecipients } from "../../checkpoints/card_words.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import { resume } from "../../checkpoints/waiting.ts";
import { refuseUnreachable } from "../../delivery/foreign.ts";
import { writer } from "../../drafts/draft.ts";
import { deniedSend } from "../../thread/added_files.ts";
import { blockersOf, refuseBlocked } from "../../thread/blocked_sender.ts";
import { outwardVerdict, reviewMessage } from "../../thread/outward.ts";
import { messageAction, messageFacts } from "../../thread/outward_facts.ts";
import { post } from "../../thread/post.ts";
import { close, dropChanged, IN_WORK, partsWith } from "./deciding.ts";
import type { ActRow, Deciding, Edited, Facts } from "./row.ts";
import { keptWords, refuseAsking } from "./shared.ts";

type MessageAct = "outward" | "reply";

const MESSAGE = {
  ...IN_WORK,
  facts,
  edits: ["text"],
  async permit(call, { conversation, checkpoint: { pendingMessage } }) {
    requireScope(call.member, "conversations:write", told`send it`);
    if (!pendingMessage) return;
    const author = participantAt(conversation, pendingMessage.author);
    const blockers = await blockersOf(call, conversation, author);
    refuseBlocked(blockers, pendingMessage.audience, told`send it`);
    await refuseUnreachable(call, conversation, pendingMessage);
    const { review } = await reviewMessage(call, conversation, pendingMessage);
    refuseAsking(call, review);
  },
  approve,
  /** Notifies the readers of the posted message. */
  notify: ({ before, after, asked }) =>
    after.messages
      .slice(before.messages.length)
      .flatMap(({ audience }) => notified(after, asked.position, audience)),
} satisfies Partial<ActRow<MessageAct>>;

/** A message goes to ordinary addresses. */
export const OUTWARD: ActRow<"outward"> = {
  ...MESSAGE,
  approveTitle: phrase`Send`,
  declineTitle: phrase`Don't send`,
  outcomes: (subject, say) => ({
    approve: say`The message goes to ${readers(subject, say)} now, exactly as shown, in the agent's name.`,
    decline: say`The message isn't sent. The agent reads your comment, and the work continues.`,
    silence: say`The message isn't sent, and the work continues.`,
  }),
  happened: {
    approved: phrase`The message was sent.`,
    declined: phrase`The message wasn't sent.`,
    expired: phrase`No answer in time: the message wasn't sent.`,
    superseded: phrase`The message wasn't sent.`,
  },
};

/** A message accepts the request that it answers. */
export const REPLY: ActRow<"reply"> = {
  ...MESSAGE,
  facts: (subject) => ({ ...facts(subject), accepts: true }),
  approveTitle: phrase`Accept and send`,
  declineTitle: phrase`Don't send`,
  outcomes: (subject, say) => ({
    approve: say`You accept the request, and the message goes to ${readers(subject, say)} now, exactly as shown, in the agent's name.${keptWords(subject, say)}`,
    decline: say`The message isn't sent, and the agent reads your comment. The request stays open.`,
    silence: say`The message isn't sent. The request stays open.`,
  }),
  happened: {
    approved: phrase`The request was accepted and the message sent.`,
    declined: phrase`The message wasn't sent; the request stayed open.`,
    expired: phrase`No answer in time: the message wasn't sent, and the request stayed open.`,
    superseded: phrase`The message wasn't sent.`,
  },
};

function readers(
  { conversation, checkpoint }: Subject<MessageAct>,
  say: Say,
): string {
  const { pendingMessage } = checkpoint;
  return pendingMessage
    ? shownRecipients(readersOf(conversation, pendingMessage), say)
    : say`nobody`;
}

/** The pending message; after a decision, the posted one. */
function facts({ conversation, checkpoint }: Subject<MessageAct>): Facts {
  const { pendingMessage, action } = checkpoint;
  const message =
    pendingMessage ??
    conversation.messages.find(({ id }) => id === action.messageId);
  if (!message) {
    // A dropped message shows the recipients that it would have had.
    const named = new Set(action.recipients.map(({ address }) => address));
    const recipients = conversation.participants.filter(({ address }) =>
      named.has(address),
    );
    return { recipients, sends: true };
  }
  return {
    message,
    files: conversation.artifacts.filter(({ id }) =>
      message.artifactIds.includes(id),
    ),
    recipients: readersOf(conversation, message),
    sends: true,
  };
}

/**
 * Posts the approved message unchanged in the name of the agent that wrote it, or as the
 * person changed it in their own name. A recipient's message also accepts. Drops a message
 * that a rule denies by now.
 */
async function approve(deciding: Deciding<MessageAct>): Promise<Conversation> {
  const { call, conversation, checkpoint, edited } = deciding;
  const { pendingMessage, action } = checkpoint;
  if (!pendingMessage) throw new RangeError("What waits to be sent is kept");
  // Somebody may have accepted since: it is still the act that was shown.
  const shown = messageAction(conversation, pendingMessage, action.act);
  if (!isAsAsked(checkpoint, shown)) return dropChanged(deciding);
  const message = edited
    ? editedMessage(call, pendingMessage, edited)
    : pendingMessage;
  const verdict = reviewFurther(
    call,
    messageAction(conversation, message, action.act),
    {
      ...(await messageFacts(call, conversation, message)),
      byAgent: false,
    },
  );
  if (!verdict.grants) {
    return dropChanged(deciding, deniedSend(call, verdict.review));
  }
  const closed = close(deciding, "approved");
  const posted = await post(call, closed, message, {
    verdict: outwardVerdict(closed, message, verdict),
  });
  return resume(call, posted, "answer", "decided");
}

/** The message as its approver changed it. */
function editedMessage(
  call: CommandCall,
  message: PendingMessage,
  { text }: Edited,
): PendingMessage {
  const parts = partsWith(message.parts, text);
  if (isEmpty(parts)) {
    throw incomplete("/edited/text", told`the message is empty`);
  }
  return { ...message, ...writer(call), parts, a2a: null, salt: newSalt(call) };
}
