/** Money in few words: its amount; all else is as it is. */
export function shortAmount(value: unknown): unknown {
  return typeof value === "object" &&
    value !== null &&
    "amountAtomic" in value &&
    "amount" in value
    ? value.amount
    : value;
}
