/** Money as its amount only; other values stay unchanged. */
export function shortAmount(value: unknown): unknown {
  return typeof value === "object" &&
    value !== null &&
    "amountAtomic" in value &&
    "amount" in value
    ? value.amount
    : value;
}
