import { LIMITS } from "../base/limits.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import type { FieldFault } from "./errors.ts";
import { firstFault, ServiceError } from "./errors.ts";

/** Unknown field names of an input, and the known ones at that place. */
export interface Unknown {
  readonly names: readonly string[];
  readonly known: Iterable<string>;
  /** Pointer to their object; the input itself if absent. */
  readonly at?: string;
}

/** One error for each of the first names, with the one that may have been meant. */
export function unknownFieldErrors({
  names,
  known,
  at = "",
}: Unknown): FieldFault[] {
  const all = [...known];
  return names.slice(0, LIMITS.unknownNamesTold).map((name) => {
    const shown = shownName(name);
    const didYouMean = nearestName(shown, all);
    return {
      pointer: `${at}/${shown}`,
      code: "unknown_field",
      detail: didYouMean
        ? told`"${shown}" isn't known here; did you mean "${didYouMean}"?`
        : notKnown(shown, all),
      ...(didYouMean && { didYouMean }),
    };
  });
}

/** The refusal of an input with unknown names, which come first in the errors. */
export function unknownFields(
  what: Sentence,
  errors: readonly FieldFault[],
): ServiceError {
  const [first] = errors;
  return new ServiceError("unknown_field", {
    detail: first
      ? refusedFor(what, first, errors)
      : told`Cannot ${what}: unknown field.`,
    errors,
    ...(first?.didYouMean && { extra: { didYouMean: first.didYouMean } }),
  });
}

/** Refuses an act because of some fields; a question ends the sentence without a full stop. */
export function refusedFor(
  what: Sentence,
  first: FieldFault,
  errors: readonly FieldFault[],
): Sentence {
  const why = firstFault(first, errors);
  return first.didYouMean && errors.length === 1
    ? told`Cannot ${what}: ${why}`
    : told`Cannot ${what}: ${why}.`;
}

/**
 * The known name nearest to a misspelt one: equal without case and separators, or up to two
 * edits away if the name is long enough.
 */
export function nearestName(
  name: string,
  known: readonly string[],
): string | undefined {
  const wanted = folded(name);
  const max = wanted.length > 4 ? 2 : 1;
  let best: string | undefined;
  let fewest = max + 1;
  for (const one of known) {
    const edits = editsBetween(wanted, folded(one), max);
    if (edits < fewest) {
      best = one;
      fewest = edits;
    }
  }
  return best ?? MEANT.get(name)?.find((it) => known.includes(it));
}

/** Names that other interfaces give a field. */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    subject: ["title"],
    body: ["text"],
    message: ["text"],
    content: ["text"],
    recipient: ["to"],
    recipients: ["to"],
    attachments: ["artifacts", "artifactIds"],
    files: ["artifacts", "artifactIds"],
    id: ["conversationId"],
    threadId: ["conversationId"],
    amount: ["price"],
    folder: ["view"],
  }),
);

function folded(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** A few names are worth a list; for many there is the documentation. */
function notKnown(shown: string, known: readonly string[]): Sentence {
  return known.length > 0 && known.length <= LIMITS.unknownNamesTold
    ? told`"${shown}" isn't known here; use ${known.join(", ")}`
    : told`"${shown}" isn't known here`;
}

/** A name from outside, safe in a header, a pointer and a sentence, and limited. */
export function shownName(name: string): string {
  return name.slice(0, LIMITS.idCharsMax).replace(/[^\w.$:[\]-]/g, "?");
}

/**
 * The number of letters to add, remove, replace or swap to turn one text into another; `max +
 * 1` stands for more than `max`.
 */
function editsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? 0, max + 1);
}
