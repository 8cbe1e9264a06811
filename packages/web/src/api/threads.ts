import { inbox } from "./client.ts";
import type { Conversation } from "./types.ts";

/** A conversation with its newest page of messages, or the page before a message. */
export async function readThread(
  conversationId: string,
  before?: string,
): Promise<Conversation> {
  const read = await inbox.getConversation({
    conversationId,
    ...(before !== undefined && { before }),
  });
  const { before: _newest, ...conversation } = read.conversation;
  const { messages, messagesOmitted, before: older } = read;
  return {
    ...conversation,
    messages,
    messagesOmitted,
    ...(older !== undefined && { before: older }),
  };
}

/** Adds the older messages already known to an answer with the newest. Pure. */
export function withOlder(
  known: Conversation | undefined,
  now: Conversation,
): Conversation {
  const oldest = now.messages[0]?.messageId;
  const at =
    known?.messages.findIndex(({ messageId }) => messageId === oldest) ?? -1;
  if (!known || at < 1) return now;
  const { before: _newest, ...rest } = now;
  return {
    ...rest,
    messages: [...known.messages.slice(0, at), ...now.messages],
    messagesOmitted: known.messagesOmitted,
    ...(known.before !== undefined && { before: known.before }),
  };
}
