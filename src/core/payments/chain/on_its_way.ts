import type { Payment, Settlement } from "../model.ts";

/**
 * What was decided about a price and a chain has not done for good yet; undefined if
 * nothing, as where no chain has to do with it. Pure.
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
