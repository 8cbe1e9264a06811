import type { Conversation, Tally } from "../../../model/model.ts";

/**
 * The row of a conversation. Of one message the tally is a short list: most never get
 * another, and it would be a third of the row.
 */
export function conversationRow(conversation: Conversation) {
  const { count, text, all, kept, seen, asked } = conversation.tally;
  if (count !== 1 || kept.length > 0 || asked) return conversation;
  const each = seen.flatMap((it) => [it.readable, it.last, it.other]);
  return { ...conversation, tally: [text, all, ...each] };
}

/** The tally of a row. */
export function tallyIn(stored: unknown): Tally {
  if (!Array.isArray(stored)) return stored as Tally;
  const [text, all, ...each] = stored;
  const seen = Array.from({ length: each.length / 3 }, (_, position) => {
    const [readable, last, other] = each.slice(3 * position);
    return { readable, last, other };
  });
  return { count: 1, text, all, kept: [], seen };
}

/** The row with its tally as it was before it was made short, to be digested. */
export function lengthened<T extends Readonly<Record<string, unknown>>>(
  row: T,
) {
  const { tally } = row;
  const isShort = typeof tally === "string" && tally.startsWith("[");
  return isShort ? { ...row, tally: tallyIn(JSON.parse(tally)) } : row;
}
