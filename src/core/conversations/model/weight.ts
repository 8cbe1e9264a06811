import type { Conversation, Message, Part } from "./model.ts";

type Content = Pick<Message, "parts"> & Partial<Pick<Message, "a2a">>;

interface Chars {
  readonly text: number;
  /** With data, files and the other members of an A2A message. */
  readonly all: number;
}

/** The length of a stored or pending message. */
export function charsOf({ parts, a2a }: Content): Chars {
  const found = known.get(parts);
  if (found) return found;
  const chars = { text: 0, all: 0 };
  for (const { text = "", raw = "", url = "", data } of parts) {
    const others = data === undefined ? 0 : JSON.stringify(data).length;
    chars.text += text.length;
    chars.all += text.length + raw.length + url.length + others;
  }
  if (a2a) chars.all += JSON.stringify(a2a).length;
  known.set(parts, chars);
  return chars;
}

/** A text with one character beyond Latin-1 takes two bytes for each. */
const PER_CHAR = 2;

// Stored parts never change, and each is weighed again with all that follow it.
const known = new WeakMap<readonly Part[], Chars>();

/**
 * About how many bytes of the heap a kept conversation takes, a little more than was
 * measured after a full collection. Items of lists are counted beside it.
 */
export function weightOf(conversation: Conversation): number {
  const { participants, messages, artifacts, checkpoints } = conversation;
  let weight = 1_200 + participants.length * 700 + artifacts.length * 1_500;
  weight += messages.length * 1_300;
  weight += PER_CHAR * charsIn(conversation);
  for (const { pendingMessage } of checkpoints) {
    weight += 1_000;
    if (pendingMessage) weight += PER_CHAR * charsOf(pendingMessage).all;
  }
  return weight;
}

/** The characters in the messages that are at hand: the tally has counted them all. */
function charsIn({ messages, tally }: Conversation): number {
  if (messages.length === tally.count) return tally.all;
  return messages.reduce((sum, message) => sum + charsOf(message).all, 0);
}
