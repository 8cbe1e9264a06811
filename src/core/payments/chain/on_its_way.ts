import type { Payment, Settlement } from "../model.ts";

/**
 * The movement that was decided and is not final on the chain yet; undefined if there is
 * none, or the price is not on a chain. Pure.
 */
export function actOnItsWay({
  rail,
  status,
  heldAt,
  pendingAt,
  settlements,
  released,
  returned,
}: Pick<
  Payment,
  | "rail"
  | "status"
  | "heldAt"
  | "pendingAt"
  | "settlements"
  | "released"
  | "returned"
>): Settlement["act"] | undefined {
  if (rail === "ledger") return undefined;
  const isPending = pendingAt !== null;
  const done = (act: Settlement["act"]) =>
    (settlements ?? [])
      .filter((it) => it.act === act && it.problem === null)
      .reduce((sum, { amount }) => sum + amount, 0);
  if (done("capture") < released) return "capture";
  if (status === "released" || status === "refunded") {
    if (done("void") < returned) return "void";
    return isPending ? "refund" : undefined;
  }
  if (status === "voided") {
    const isOwed = heldAt !== null && done("void") === 0;
    return isPending || isOwed ? "void" : undefined;
  }
  return isPending ? "hold" : undefined;
}
