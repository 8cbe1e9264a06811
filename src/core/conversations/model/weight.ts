import type { Conversation, Message } from "./model.ts";

type Content = Pick<Message, "parts"> & Partial<Pick<Message, "a2a">>;

interface Size {
  readonly text: number;
  /** With data, files and the other members of an A2A message. */
  readonly all: number;
  /** In an answer, where a text appears twice: alone and in its part. */
  readonly bytes: number;
}

/** The characters of a stored or pending message, and its bytes in an answer. */
export function contentOf({ parts, a2a }: Content): Size {
  const size = { text: 0, all: 0, bytes: 0 };
  const add = (more: string) => {
    size.all += more.length;
    size.bytes += Buffer.byteLength(more);
  };
  for (const { text, raw, url, data } of parts) {
    if (text !== undefined) {
      size.text += text.length;
      size.all += text.length;
      size.bytes += 2 * Buffer.byteLength(text);
    }
    if (raw !== undefined) add(raw);
    if (url !== undefined) add(url);
    if (data !== undefined) add(JSON.stringify(data));
  }
  if (a2a) add(JSON.stringify(a2a));
  return size;
}

/** A text with one character beyond Latin-1 takes two bytes for each. */
const PER_CHAR = 2;

/**
 * The approximate heap size of a cached conversation, slightly above measurements after a
 * full collection. List items are counted separately.
 */
export function weightOf(conversation: Conversation): number {
  const { participants, messages, artifacts, checkpoints } = conversation;
  let weight = 1_200 + participants.length * 700 + artifacts.length * 1_500;
  weight += messages.length * 1_300;
  weight += PER_CHAR * charsIn(conversation);
  for (const { pendingMessage } of checkpoints) {
    weight += 1_000;
    if (pendingMessage) weight += PER_CHAR * contentOf(pendingMessage).all;
  }
  return weight;
}

/** The characters in the loaded messages: the tally has counted them all. */
function charsIn({ messages, tally }: Conversation): number {
  if (messages.length === tally.count) return tally.all;
  return messages.reduce((sum, message) => sum + contentOf(message).all, 0);
}
