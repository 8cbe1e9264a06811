import { digestOf } from "../../../../base/digest.ts";
import { inflatedText } from "../../../../db/deflated_text.ts";
import type { Checkpoint } from "../../../model/model.ts";

type Said = Pick<Checkpoint, "title" | "summary" | "rules" | "askedBy"> & {
  /** Read as {@linkcode Checkpoint.action} afterwards. */
  readonly action: unknown;
  readonly actionDigest: string;
};

/** What the columns of a packed row hold instead. */
const UNSAID = {
  title: "",
  summary: "",
  actionDigest: "",
  rules: [],
  askedBy: null,
} as const;

/**
 * The row of a checkpoint. There is an acceptance for every request of a stranger, and
 * it says nearly the same each time: the words of its card are one text, which is stored
 * deflated in `card`, and its columns are empty but for the name of its act.
 */
export function checkpointRow(checkpoint: Checkpoint) {
  const { title, summary, action, rules, askedBy } = checkpoint;
  if (action.act !== "accept") return { ...checkpoint, card: null };
  const card = JSON.stringify([title, summary, action, rules, askedBy]);
  return { ...checkpoint, ...UNSAID, action: { act: action.act }, card };
}

/**
 * What a packed card says.
 * @throws if it cannot be read
 */
export function cardIn(bytes: Uint8Array): Said {
  const [title, summary, action, rules, askedBy] = JSON.parse(
    inflatedText(bytes),
  );
  const actionDigest = digestOf(action);
  return { title, summary, action, actionDigest, rules, askedBy };
}

/**
 * The row as it was before it was packed, to be digested; as it is where it is not one
 * that {@linkcode checkpointRow} makes.
 */
export function unpackedRow(row: Readonly<Record<string, unknown>>) {
  const { card, title, summary, action, actionDigest, rules, askedBy } = row;
  const isUnsaid =
    title === "" &&
    summary === "" &&
    action === '{"act":"accept"}' &&
    actionDigest === "" &&
    rules === "[]" &&
    askedBy === null;
  if (!(card instanceof Uint8Array && isUnsaid)) return row;
  try {
    return { ...row, ...cardIn(card) };
  } catch {
    return row;
  }
}
