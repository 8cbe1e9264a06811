import { cleanText } from "../../../base/text.ts";
import type { Part } from "../model.ts";
import type { OfferOrder } from "./order.ts";

/** An order in words, as its message has it: a line for each answer. */
export function orderText({ title, answers }: OfferOrder): string {
  const lines = answers.map((it) => `${it.question}: ${it.answer}`);
  return cleanText(
    [title, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n"),
  );
}

/** The parts of a message that say an order: its words, and its input as data. */
function orderParts(order: OfferOrder): readonly Part[] {
  const { input } = order;
  const text = orderText(order);
  return [{ text }, ...(input === null ? [] : [{ data: input }])];
}

/** A message with its order: parts of an earlier one go, and those that are missing are added. */
export function withOrder(
  parts: readonly Part[],
  { before, after }: Readonly<Record<"before" | "after", OfferOrder | null>>,
): readonly Part[] {
  const earlier = before && before !== after ? orderParts(before) : [];
  const own = parts
    .map((part) => withoutWords(part, earlier))
    .filter((part) => !isAmong(earlier, part) && part.text !== "");
  if (!after) return own;
  const added = orderParts(after).filter(
    (part) =>
      !isAmong(own, part) &&
      !own.some(({ text }) => part.text && text?.includes(part.text)),
  );
  // Texts of several parts are read as lines.
  const isAfterText = own.some(({ text }) => text);
  return [
    ...own,
    ...added.map((it) =>
      it.text && isAfterText ? { text: `\n${it.text}` } : it,
    ),
  ];
}

/** A text without the words of an earlier order, which was read with them and sent back. */
function withoutWords(part: Part, [words]: readonly Part[]): Part {
  const end = words?.text ?? "";
  return end !== "" && part.text?.endsWith(end)
    ? { ...part, text: part.text.slice(0, -end.length).trimEnd() }
    : part;
}

function isAmong(parts: readonly Part[], { text, data }: Part): boolean {
  const same = JSON.stringify([text?.trim(), data]);
  return parts.some(
    (it) => JSON.stringify([it.text?.trim(), it.data]) === same,
  );
}
