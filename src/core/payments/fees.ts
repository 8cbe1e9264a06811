import type { MicroUsdc, Money } from "../base/money.ts";
import { showMoney } from "../base/money.ts";
import type { Payment } from "./model.ts";

const BPS_PER_WHOLE = 10_000n;

/**
 * The service's share of a price in micro-USDC, rounded down, so that the payee never pays
 * more than the rate. Exact for every price.
 */
export function feeOf(price: MicroUsdc, feeBps: number): MicroUsdc {
  return Number((BigInt(price) * BigInt(feeBps)) / BPS_PER_WHOLE);
}

/** The fee of what was paid out of a payment so far. Pure. */
export function feeOn({
  released,
  feeBps,
}: Pick<Payment, "released" | "feeBps">): MicroUsdc {
  return feeOf(released, feeBps);
}

/** The amount that a fee is taken from: less the returned part, if anything is paid. */
export function feeBase({
  price,
  released,
  returned,
}: Pick<Payment, "price" | "released" | "returned">): MicroUsdc {
  return released > 0 ? price - returned : price;
}

/**
 * The fee as every interface shows it beside a price; absent if there are no fees
 * (docs/money.md, Fees).
 */
export function showFee(
  price: MicroUsdc,
  feeBps: number,
): { readonly feeBps?: number; readonly fee?: Money } {
  if (feeBps === 0) return {};
  return { feeBps, fee: showMoney(feeOf(price, feeBps)) };
}
