import type { Payment } from "./model.ts";

/** True until a payee's service has said what a wallet signs to pay there. Pure. */
export function isUntold({
  rail,
  status,
  terms,
}: Pick<Payment, "rail" | "status" | "terms">): boolean {
  return rail === "x402" && status === "requires_payment" && terms === null;
}
