import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import type { MicroUsdc } from "../../base/money.ts";
import { DAY_MS, HOUR_MS } from "../../base/time.ts";
import type { Payment } from "../model.ts";
import { payeeAddress } from "../payout.ts";
import type { ChainRequirements } from "../terms/requirements.ts";
import { chainRequirements } from "../terms/requirements.ts";
import { noChain } from "./chain_port.ts";
import { refuseDust } from "./least_price.ts";

/**
 * The terms that a payer must sign for the price of a submit, whose hold ends as its beginning
 * says.
 * @throws no_payout_address, invalid_price for a recipient's price from before the least
 * price
 */
export async function submitTerms(
  call: QueryCall,
  payment: Payment,
  endOf: (heldAt: number) => number,
): Promise<ChainRequirements> {
  // The wallet may sign as late as that, and the chain takes its time.
  const heldUntil = endOf(call.now + LIMITS.fundingHours * HOUR_MS) + DAY_MS;
  const amount = payment.asked ?? payment.price;
  refuseDust(payment.rail, amount, "/price");
  return await termsOf(call, payment, { amount, heldUntil });
}

/**
 * The terms that a payer must sign for the rise of a price, with so much more time than its
 * hold has. @throws no_payout_address
 */
export function raiseTerms(
  call: QueryCall,
  payment: Payment,
  { amount, more }: { readonly amount: MicroUsdc; readonly more: number },
): Promise<ChainRequirements> {
  const heldUntil = (payment.captureBefore ?? call.now) + more;
  return termsOf(call, payment, { amount, heldUntil });
}

async function termsOf(
  call: QueryCall,
  { payeeId, feeBps }: Payment,
  {
    amount,
    heldUntil,
  }: { readonly amount: MicroUsdc; readonly heldUntil: number },
): Promise<ChainRequirements> {
  const { chain } = call.settings;
  if (!chain) throw noChain();
  const { place, operator } = chain;
  const days = LIMITS.holdExtensionDays + LIMITS.chainMarginDays;
  const captureDeadline = Math.ceil((heldUntil + days * DAY_MS) / 1_000);
  return chainRequirements(place, operator, {
    ...{ amount, captureDeadline, feeBps },
    payTo: await payeeAddress(call, payeeId),
    refundDeadline: captureDeadline + (LIMITS.refundDays * DAY_MS) / 1_000,
    maxTimeoutSeconds: LIMITS.chainSignatureSeconds,
  });
}
