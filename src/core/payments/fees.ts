import type { MicroUsdc, Money } from "../base/money.ts";
import { showMoney } from "../base/money.ts";

const BPS_PER_WHOLE = 10_000n;

/**
 * The service's part of a price, in micro-USDC: rounded down to a whole one, so
 * that the payee never gives more than the rate says. Exact for every price.
 */
export function feeOf(price: MicroUsdc, feeBps: number): MicroUsdc {
  return Number((BigInt(price) * BigInt(feeBps)) / BPS_PER_WHOLE);
}

/**
 * The fee as every wire shows it beside a price; nothing where fees are off
 * (docs/money.md, Fees).
 */
export function showFee(
  price: MicroUsdc,
  feeBps: number,
): { readonly feeBps?: number; readonly fee?: Money } {
  if (feeBps === 0) return {};
  return { feeBps, fee: showMoney(feeOf(price, feeBps)) };
}
