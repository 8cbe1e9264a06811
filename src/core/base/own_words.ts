import { Type } from "typebox";

/**
 * The kind of a string in an output that is not somebody's free words: the service's own
 * (an id, a code, a time, an amount, a digest, a link to itself, a pointer to a field, a
 * sentence, own for what is always its own), and what somebody chose to be called by: a
 * skill's id, an address, a media type, a name, whose kind stands beside it.
 */
export type WordKind =
  | "id"
  | "code"
  | "time"
  | "amount"
  | "digest"
  | "link"
  | "pointer"
  | "sentence"
  | "own"
  | "skill"
  | "address"
  | "mediaType"
  | "name";

/** Where a schema says it; a symbol, so that no published schema shows it. */
export const WORD_KIND: unique symbol = Symbol("word kind");

/**
 * A string of an output that says what it is. One that does not is taken for free words
 * of somebody else, and reaches no model without a mark (docs/tool_results.md).
 */
export function Word(kind: WordKind, description?: string) {
  return Type.String({
    ...(description !== undefined && { description }),
    [WORD_KIND]: kind,
  });
}
