import type { Part } from "../model.ts";
import type { OfferOrder } from "./order.ts";

/** The parts of a message that say an order: its words, and its input as data. */
export function orderParts({ text, input }: OfferOrder): readonly Part[] {
  return [{ text }, ...(input === null ? [] : [{ data: input }])];
}

/** A message with its order: parts of an earlier one go, and those that are missing are added. */
export function withOrder(
  parts: readonly Part[],
  { before, after }: Readonly<Record<"before" | "after", OfferOrder | null>>,
): readonly Part[] {
  const earlier = before && before !== after ? orderParts(before) : [];
  const own = parts.filter((part) => !isAmong(earlier, part));
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

function isAmong(parts: readonly Part[], { text, data }: Part): boolean {
  const same = JSON.stringify([text?.trim(), data]);
  return parts.some(
    (it) => JSON.stringify([it.text?.trim(), it.data]) === same,
  );
}
