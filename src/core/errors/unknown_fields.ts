import { editsBetween } from "../base/edits.ts";
import { LIMITS } from "../base/limits.ts";
import { told } from "../base/words/sentence.ts";
import type { FieldError } from "./errors.ts";
import { moreThanOne, ServiceError } from "./errors.ts";

/** Unknown field names of an input, and the known ones at that place. */
export interface Unknown {
  readonly names: readonly string[];
  readonly known: Iterable<string>;
  /** Pointer to the object that holds them; the input itself if absent. */
  readonly at?: string;
}

/** One error for each of the first names, with the one that may have been meant. */
export function unknownFieldErrors({
  names,
  known,
  at = "",
}: Unknown): FieldError[] {
  const all = [...known];
  return names.slice(0, LIMITS.unknownNamesTold).map((name) => {
    const shown = shownName(name);
    const didYouMean = nearestName(shown, all);
    const detail = `"${shown}" is not known here`;
    return {
      pointer: `${at}/${shown}`,
      code: "unknown_field",
      detail: didYouMean
        ? `${detail}: did you mean "${didYouMean}"?`
        : `${detail}${listed(all)}`,
      ...(didYouMean && { didYouMean }),
    };
  });
}

/** The refusal of an input with unknown names, which come first in the errors. */
export function unknownFields(
  what: string,
  errors: readonly FieldError[],
): ServiceError {
  const [first] = errors;
  const more = moreThanOne(errors);
  const detail = first ? `${first.detail}${more}` : "a field is not known here";
  return new ServiceError("unknown_field", {
    detail: told`Cannot ${what}: ${detail.endsWith("?") ? detail : `${detail}.`}`,
    errors,
    ...(first?.didYouMean && { extra: { didYouMean: first.didYouMean } }),
  });
}

/**
 * The known name that is nearest to a mistyped one: equal without case and separators,
 * or up to two edits away if the name is long enough.
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

/** What other interfaces call a field. */
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

/** A few names are worth a list; many are what the documentation is for. */
function listed(known: readonly string[]): string {
  return known.length > 0 && known.length <= LIMITS.unknownNamesTold
    ? `; there is ${known.join(", ")}`
    : "";
}

/** A name from outside, safe in a header and a sentence, and bounded. */
export function shownName(name: string): string {
  return name.slice(0, LIMITS.idCharsMax).replace(/[^\w.-]/g, "?");
}
