import { Type } from "typebox";

/**
 * The kind of an output string that is not somebody's free words. Either the service's own:
 * an id, a code, a time, an amount, a digest, a link to itself, a pointer to a field, a
 * sentence, or `own` for anything always its own. Or a chosen name: a skill's id, an address,
 * a media type, a name with its kind next to it.
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

/** Where a schema stores it; a symbol, so no published schema shows it. */
export const WORD_KIND: unique symbol = Symbol("word kind");

/**
 * An output string with its kind. One without a kind counts as somebody's free words, and
 * reaches no model unmarked (docs/tool_results.md).
 */
export function Word(kind: WordKind, description?: string) {
  return Type.String({
    ...(description !== undefined && { description }),
    [WORD_KIND]: kind,
  });
}
