/** The operators of a search, in the order of suggestions. */
export const OPERATOR_NAMES = [
  "from",
  "to",
  "in",
  "is",
  "has",
  "price",
  "before",
  "after",
  "label",
] as const;

export type OperatorName = (typeof OPERATOR_NAMES)[number];

/** The values that may follow `is:`. */
export const IS_VALUES = ["unread", "read", "paid", "archived"] as const;
