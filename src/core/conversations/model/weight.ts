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

// Stored parts never change, and each is weighed again with all that follow it.
const known = new WeakMap<readonly Part[], Chars>();

/**
 * About how many bytes a kept conversation takes, with its views for two of its
 * people: what was measured for small, large and long ones.
 */
export function weightOf(conversation: Conversation): number {
  const { participants, messages, artifacts, checkpoints } = conversation;
  let weight = 20_000 + participants.length * 1_000 + artifacts.length * 1_000;
  for (const message of messages) weight += 1_500 + 2 * charsOf(message).all;
  for (const { pendingMessage } of checkpoints) {
    weight += 2_000 + (pendingMessage ? 2 * charsOf(pendingMessage).all : 0);
  }
  return weight;
}
