import { Type } from "typebox";
import { LIMITS } from "../../../base/limits.ts";
import { string } from "../../../base/schemas.ts";
import { cleanLine, isReadable, withoutUnseen } from "../../../base/text.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";

/** A label of an account. */
export interface Label {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Two names with the same key are the same label. */
  readonly key: string;
}

/** The name of a label in an input. */
export function LabelField(description: string) {
  return string(description, LIMITS.labelCharsMax);
}

/** Labels to add to conversations, and to remove. */
export const LABEL_FIELDS = {
  addLabels: Type.Optional(
    Type.Array(LabelField("A name; a new one is made."), {
      description: "Labels to put on it, which only you see.",
      maxItems: LIMITS.labelsPerConversationMax,
    }),
  ),
  removeLabels: Type.Optional(
    Type.Array(LabelField("One of your labels."), {
      description: "Labels to take from it.",
      maxItems: LIMITS.labelsPerConversationMax,
    }),
  ),
};

/**
 * A label's name as it is stored, in one line.
 * @throws invalid_input for a name without visible characters
 */
export function readLabelName(
  given: string,
  pointer: string,
): Pick<Label, "name" | "key"> {
  const name = cleanLine(given.normalize());
  if (isReadable(name)) return { name, key: labelKey(name) };
  throw new ServiceError("invalid_input", {
    detail: told`Cannot use this label name: it has no visible characters.`,
    errors: [
      { pointer, code: "blank", detail: told`has no visible characters` },
    ],
  });
}

/** The name without case and invisible characters, for comparison. */
export function labelKey(name: string): string {
  return withoutUnseen(cleanLine(name).normalize("NFKC")).toLowerCase();
}
