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
}: Pick<Payment, "rail" | "status" | "heldAt" | "pendingAt" | "settlements">):
  | Settlement["act"]
  | undefined {
  if (rail === "ledger") return undefined;
  const isPending = pendingAt !== null;
  const isDone = (act: Settlement["act"]) =>
    settlements?.some((it) => it.act === act && it.problem === null) ?? false;
  if (status === "released" || status === "refunded") {
    if (!isDone("capture")) return "capture";
    return isPending ? "refund" : undefined;
  }
  if (status === "voided") {
    const isOwed = heldAt !== null && !isDone("void");
    return isPending || isOwed ? "void" : undefined;
  }
  return isPending ? "hold" : undefined;
}
