import type { CommandCall, QueryCall } from "../access/context.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { Approval } from "../review/review.ts";
import { feeOf } from "./fees.ts";
import { ledgerRail } from "./ledger_rail.ts";
import type { Payment, Receipt, VoidReason } from "./model.ts";
import type { PaymentRail, RailQuote } from "./rail_port.ts";

import type { Allowance } from "./spending.ts";
import { amountOf } from "./spending.ts";

/** Every rail that payments can be on. */
const RAILS: Readonly<Partial<Record<Payment["rail"], PaymentRail>>> = {
  ledger: ledgerRail,
};

/** The rail that a payment is on. */
export function railOf({ rail }: Pick<Payment, "rail">): PaymentRail {
  const found = RAILS[rail];
  if (!found) throw new RangeError(`No rail ${rail}`);
  return found;
}

/** The payer's balance for a payment, and the shortfall of an amount. */
export function quoteHold(
  call: QueryCall,
  payment: Payment,
  amount: MicroUsdc,
): Promise<RailQuote> {
  return railOf(payment).quote(call, { payerId: payment.payerId, amount });
}

/** What a hold needs beyond the review's approval. */
export interface HoldTerms {
  /** The caller's own right to spend it. */
  readonly allowance: Allowance;
  readonly conversationId: string;
  readonly captureBefore: number;
}

/**
 * Takes the price from the payer's wallet into escrow. Needs the review's
 * approval and the caller's allowance: without either this does not compile.
 */
export function placeHold(
  call: CommandCall,
  approval: Approval<"payment">,
  payment: Payment,
  terms: HoldTerms,
): Payment {
  takeAllowance(call, terms, payment.price);
  railOf(payment).hold(call, approval, {
    key: `hold:${payment.id}`,
    paymentId: payment.id,
    conversationId: terms.conversationId,
    payerId: payment.payerId,
    amount: payment.price,
  });
  return {
    ...payment,
    status: "held",
    heldAt: call.now,
    captureBefore: terms.captureBefore,
    shortBalance: null,
    shortAt: null,
  };
}

/** Takes what a raised price costs more; the first hold stays (docs/states.md, row 17). */
export function raiseHold(
  call: CommandCall,
  approval: Approval<"payment">,
  payment: Payment & { readonly asked: MicroUsdc },
  terms: Omit<HoldTerms, "captureBefore">,
): Payment {
  const raises = payment.raises + 1;
  const amount = payment.asked - payment.price;
  takeAllowance(call, terms, amount);
  railOf(payment).hold(call, approval, {
    key: `hold:${payment.id}:${raises}`,
    paymentId: payment.id,
    conversationId: terms.conversationId,
    payerId: payment.payerId,
    amount,
  });
  return {
    ...payment,
    raises,
    price: payment.asked,
    asked: null,
    shortBalance: null,
    shortAt: null,
  };
}

/** Gives the held price to the payee, on the strength of a signed receipt. */
export function releaseHold(
  call: CommandCall,
  payment: Payment & { readonly payeeId: string },
  receipt: Receipt,
): Payment {
  railOf(payment).release(call, {
    key: settleKey(payment),
    paymentId: payment.id,
    conversationId: receipt.conversationId,
    payerId: payment.payerId,
    payeeId: payment.payeeId,
    amount: payment.price,
    fee: feeOf(payment.price, payment.feeBps),
    receipt,
  });
  return { ...payment, status: "released", releasedAt: call.now };
}

/** Gives the held price back to the payer. A price not yet held is just dropped. */
export function voidHold(
  call: CommandCall,
  payment: Payment,
  reason: VoidReason,
  conversationId: string,
): Payment {
  if (payment.status === "held") {
    railOf(payment).void(call, {
      key: settleKey(payment),
      paymentId: payment.id,
      conversationId,
      payerId: payment.payerId,
      amount: payment.price,
      reason,
    });
  }
  return {
    ...payment,
    status: "voided",
    voidedAt: call.now,
    voidReason: reason,
    asked: null,
    shortBalance: null,
    shortAt: null,
  };
}

/** Gives part of a released price back to the payer; `refunded` once it is all. */
export function refundPart(
  call: CommandCall,
  approval: Approval<"payment">,
  payment: Payment & { readonly payeeId: string },
  part: Omit<HoldTerms, "captureBefore"> & { readonly amount: MicroUsdc },
): Payment {
  const { allowance: _taken, ...given } = part;
  takeAllowance(call, part, part.amount);
  const refunds = payment.refunds + 1;
  const refunded = payment.refunded + part.amount;
  railOf(payment).refund(call, approval, {
    ...given,
    key: `refund:${payment.id}:${refunds}`,
    paymentId: payment.id,
    payerId: payment.payerId,
    payeeId: payment.payeeId,
  });
  return {
    ...payment,
    status: refunded === payment.price ? "refunded" : "released",
    refunds,
    refunded,
    refundedAt: call.now,
  };
}

/** Statements that count a hold or a return against what the caller may spend. */
function takeAllowance(
  call: CommandCall,
  { allowance }: Pick<HoldTerms, "allowance">,
  amount: MicroUsdc,
): void {
  if (amountOf(allowance) < amount) {
    throw new RangeError("An allowance covers its price");
  }
  call.write(...allowance.statements);
}

/** Shared by release and void: one of the two can happen, once. */
function settleKey({ id }: Payment): string {
  return `settle:${id}`;
}
