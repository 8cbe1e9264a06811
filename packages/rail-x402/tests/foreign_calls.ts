import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { keccakOfText, word } from "../../../src/core/payments/terms/hex.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { authorizeCall, voidCall } from "../src/escrow_calls.ts";

const INFO =
  "(address,address,address,address,uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)";
const selector = (text: string) => keccakOfText(text).slice(0, 10);
const RECLAIM = selector(`reclaim(${INFO})`);
const CHARGE = selector(`charge(${INFO},uint256,address,bytes,uint16,address)`);
const WORD_DIGITS = 64;
const REFUND = selector(`refund(${INFO},uint256,address,bytes)`);

/** The payer's own way out of an escrow, after the end of the hold. */
export function reclaimCall(info: PaymentInfo): Hex {
  return `${RECLAIM}${termsOf(info)}` as Hex;
}

/** The public escrow's refund, which draws on its operator and which the service never calls. */
export function refundCall(
  info: PaymentInfo,
  amount: number,
  collector: Hex,
): Hex {
  const rest = [amount, collector, 15 * 32, 0].map(word).join("");
  return `${REFUND}${termsOf(info)}${rest}` as Hex;
}

/** The public escrow's call that takes and pays out in one; the service never makes it. */
export function chargeCall(
  info: PaymentInfo,
  collector: Hex,
  signature: Hex,
): Hex {
  const words = authorizeCall(info, collector, signature).slice(10);
  const head = 14 * WORD_DIGITS;
  const bytes = head + WORD_DIGITS;
  const rest = [17 * 32, info.maxFeeBps, info.feeReceiver].map(word).join("");
  return `${CHARGE}${words.slice(0, head)}${rest}${words.slice(bytes)}` as Hex;
}

const termsOf = (info: PaymentInfo) => voidCall(info).slice(10);

/** Moves tokens that somebody was allowed to move; of nothing anybody is. */
export function transferFromCall(from: Hex, to: Hex, value: number): Hex {
  const selector = keccakOfText("transferFrom(address,address,uint256)").slice(
    0,
    10,
  );
  return `${selector}${[from, to, value].map(word).join("")}` as Hex;
}
