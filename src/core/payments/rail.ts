import type { CommandCall, QueryCall } from "../access/context.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { Approval } from "../review/review.ts";
import { chainRailOf } from "./chain/chain_port.ts";
import { feeOf } from "./fees.ts";
import { ledgerRail } from "./ledger_rail.ts";
import type { Payment, Receipt, Reclaim, VoidReason } from "./model.ts";
import type { PaymentRail, RailQuote } from "./rail_port.ts";
import type { Allowance } from "./spending.ts";
import { amountOf } from "./spending.ts";
import type { SignedHold, SignedRefund } from "./terms/signed.ts";

/** The rail of a payment. @throws unavailable for one that the settings no longer have */
export function railOf(
  call: Pick<QueryCall, "outside">,
  { rail }: Pick<Payment, "rail">,
): PaymentRail {
  return rail === "ledger" ? ledgerRail : chainRailOf(call);
}

/** The payer's balance for a payment, and the shortfall of an amount. */
export function quoteHold(
  call: QueryCall,
  payment: Payment,
  amount: MicroUsdc,
): Promise<RailQuote> {
  return railOf(call, payment).quote(call, {
    payerId: payment.payerId,
    amount,
  });
}

/** The parts of a hold beside the review's approval. */
export interface HoldTerms {
  /** The caller's own right to spend the amount. */
  readonly allowance: Allowance;
  readonly conversationId: string;
  readonly captureBefore: number;
  /** The payer's signed payload, on a rail that needs it. */
  readonly signed?: SignedHold | undefined;
}

/**
 * Takes the price from the payer's wallet into escrow. Needs the review's approval and the
 * caller's allowance: without either this does not compile. On a rail where that takes a
 * while it is only pending, until {@linkcode heldNow}.
 */
export function placeHold(
  call: CommandCall,
  approval: Approval<"payment">,
  payment: Payment,
  terms: HoldTerms,
): Payment {
  takeAllowance(call, terms, payment.price);
  railOf(call, payment).hold(call, approval, {
    key: `hold:${payment.id}`,
    paymentId: payment.id,
    conversationId: terms.conversationId,
    payerId: payment.payerId,
    amount: payment.price,
    signed: terms.signed,
  });
  if (terms.signed) return { ...payment, pendingAt: call.now };
  return heldNow(call, payment, terms.captureBefore);
}

/**
 * The payment after another service holds its price, which is watched until its end. It
 * counts as held as long as its payer can't take it back alone.
 */
export function heldElsewhere(
  call: CommandCall,
  payment: Payment & { readonly reclaim: Reclaim },
  conversationId: string,
): Payment {
  const { id: paymentId, price: amount } = payment;
  const key = settleKey(payment);
  chainRailOf(call).watch(call, { key, paymentId, conversationId, amount });
  return heldNow(call, payment, payment.reclaim.at);
}

/** The payment after its price is held, and until when it can be released. */
export function heldNow(
  { now }: Pick<QueryCall, "now">,
  payment: Payment,
  captureBefore: number,
): Payment {
  return {
    ...payment,
    ...{ status: "held", heldAt: now, captureBefore },
    ...NOTHING_ASKED,
  };
}

const NOTHING_ASKED = {
  shortBalance: null,
  shortAt: null,
  terms: null,
  pendingAt: null,
} as const;

/** Holds the difference to a raised price; the first hold stays (docs/states.md, row 17). */
export function raiseHold(
  call: CommandCall,
  approval: Approval<"payment">,
  payment: Payment & { readonly asked: MicroUsdc },
  terms: Omit<HoldTerms, "captureBefore">,
): Payment {
  const raises = payment.raises + 1;
  const amount = payment.asked - payment.price;
  takeAllowance(call, terms, amount);
  railOf(call, payment).hold(call, approval, {
    key: `hold:${payment.id}:${raises}`,
    paymentId: payment.id,
    conversationId: terms.conversationId,
    payerId: payment.payerId,
    amount,
    signed: terms.signed,
  });
  const raised = { ...payment, raises };
  return terms.signed ? { ...raised, pendingAt: call.now } : raisedNow(raised);
}

/** The payment after the difference to its raised price is held. */
export function raisedNow(
  payment: Payment & { readonly asked: MicroUsdc },
): Payment {
  return { ...payment, price: payment.asked, asked: null, ...NOTHING_ASKED };
}

/** The amount held for a payment, or about to be. */
function takenFor({ status, price, asked, pendingAt }: Payment): MicroUsdc {
  if (pendingAt !== null) return asked ?? price;
  return status === "held" ? price : 0;
}

/** Pays the held price to the payee, given a signed receipt. */
export function releaseHold(
  call: CommandCall,
  payment: Payment & { readonly payeeId: string },
  receipt: Receipt,
): Payment {
  railOf(call, payment).release(call, {
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

/**
 * Returns the held price to the payer. Drops a price that is not held yet. One that another
 * service holds is returned by it: its end is watched already.
 */
export function voidHold(
  call: CommandCall,
  payment: Payment,
  reason: VoidReason,
  conversationId: string,
): Payment {
  const amount = takenFor(payment);
  const isElsewhere = payment.reclaim !== null;
  if (amount > 0 && !(isElsewhere && payment.status === "held")) {
    railOf(call, payment).void(call, {
      key: settleKey(payment),
      paymentId: payment.id,
      conversationId,
      payerId: payment.payerId,
      amount,
      reason,
      isElsewhere,
    });
  }
  return {
    ...payment,
    status: "voided",
    voidedAt: call.now,
    voidReason: reason,
    asked: null,
    ...NOTHING_ASKED,
    // A hold pending on the chain is pending on its way back until the chain has done both.
    pendingAt: payment.pendingAt,
  };
}

/** Refunds a part of a released price; `refunded` once it is all. */
export function refundPart(
  call: CommandCall,
  approval: Approval<"payment">,
  payment: Payment & { readonly payeeId: string },
  part: Pick<HoldTerms, "allowance" | "conversationId"> & {
    readonly amount: MicroUsdc;
    /** The payee's signed payload, on a rail that needs it. */
    readonly signed?: SignedRefund | undefined;
  },
): Payment {
  const { allowance: _taken, ...given } = part;
  takeAllowance(call, part, part.amount);
  const refunds = payment.refunds + 1;
  railOf(call, payment).refund(call, approval, {
    ...given,
    key: `refund:${payment.id}:${refunds}`,
    paymentId: payment.id,
    payerId: payment.payerId,
    payeeId: payment.payeeId,
  });
  if (part.signed) return { ...payment, pendingAt: call.now };
  return refundedNow(call, payment, part.amount);
}

/** The payment after an amount of it was refunded. */
export function refundedNow(
  { now }: Pick<QueryCall, "now">,
  payment: Payment,
  amount: MicroUsdc,
): Payment {
  const refunded = payment.refunded + amount;
  return {
    ...payment,
    status: refunded === payment.price ? "refunded" : "released",
    refunds: payment.refunds + 1,
    refunded,
    refundedAt: now,
    pendingAt: null,
  };
}

/** Statements that count a hold or a refund against the caller's limits. */
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

/** Shared by release and void: only one of them can happen, once. */
function settleKey({ id }: Payment): string {
  return `settle:${id}`;
}
