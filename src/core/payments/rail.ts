import type { CommandCall, QueryCall } from "../access/context.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { Approval } from "../review/review.ts";
import { chainRailOf } from "./chain/chain_port.ts";
import { feeOn } from "./fees.ts";
import { ledgerRail } from "./ledger_rail.ts";
import type { Payment, Receipt, VoidReason } from "./model.ts";
import { heldOf } from "./model.ts";
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
function takenFor(payment: Payment): MicroUsdc {
  const { price, asked, pendingAt, released, returned } = payment;
  if (pendingAt === null) return heldOf(payment);
  return (asked ?? price) - released - returned;
}

/** Pays what is held to the payee, or a part of it, given a signed receipt. */
export function releaseHold(
  call: CommandCall,
  payment: Payment & { readonly payeeId: string },
  { conversationId }: Receipt,
  released: MicroUsdc = heldOf(payment),
): Payment {
  return settleHold(call, payment, { conversationId, released });
}

/**
 * Returns what is held to the payer. Drops a price that is not held yet. One that another
 * service holds is returned by it: its end is watched already.
 */
export function voidHold(
  call: CommandCall,
  payment: Payment,
  reason: VoidReason,
  conversationId: string,
): Payment {
  const returned = takenFor(payment);
  return settleHold(call, payment, { conversationId, returned, reason });
}

/** A part of a hold that is settled. */
export interface HoldPart {
  readonly conversationId: string;
  readonly released?: MicroUsdc;
  /** All that is left, if anything. */
  readonly returned?: MicroUsdc;
  readonly reason?: VoidReason;
}

/**
 * Settles a part of what is held: pays some of it to the payee and returns some. The payment
 * stays held while a rest remains; a whole release and a whole return are the two ends of it.
 */
export function settleHold(
  call: CommandCall,
  payment: Payment,
  { conversationId, released = 0, returned = 0, reason }: HoldPart,
): Payment {
  const isElsewhere = payment.reclaim !== null;
  const isHeld = payment.status === "held";
  const sums = {
    released: payment.released + released,
    // A raise on its way comes back with the hold, and was never a part of the price.
    returned: payment.returned + Math.min(returned, heldOf(payment)),
  };
  if (released + returned > 0 && !(isElsewhere && isHeld)) {
    const parts = payment.parts + 1;
    railOf(call, payment).settlePart(call, {
      key: settleKey(payment, parts),
      paymentId: payment.id,
      conversationId,
      payerId: payment.payerId,
      payeeId: payment.payeeId,
      ...{ released, returned, isElsewhere },
      // The fees of all parts together are that of their sum.
      fee: feeOn({ ...payment, ...sums }) - feeOn(payment),
    });
    return settledAs(call, { ...payment, parts }, sums, reason);
  }
  return settledAs(call, payment, sums, reason);
}

/** The payment after so much of it was paid out and returned, in all. */
export function settledAs(
  { now }: Pick<QueryCall, "now">,
  payment: Payment,
  { released, returned }: Pick<Payment, "released" | "returned">,
  reason: VoidReason = "canceled",
): Payment {
  const isNew = released > payment.released || payment.releasedAt === null;
  const paid: Payment = {
    ...payment,
    ...{ released, returned },
    releasedAt: released === 0 ? null : isNew ? now : payment.releasedAt,
  };
  const wasHeld = payment.status !== "requires_payment";
  if (wasHeld && released + returned < payment.price) {
    return { ...paid, status: "held" };
  }
  if (released > 0 && returned === 0) {
    return { ...paid, status: "released", voidedAt: null, voidReason: null };
  }
  return {
    ...paid,
    status: released > 0 ? "released" : "voided",
    voidedAt: payment.voidedAt ?? now,
    voidReason: payment.voidReason ?? reason,
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
    status: refunded === payment.released ? "refunded" : "released",
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

/** A part happens once, whatever it was: paid out or returned. */
export function settleKey({ id }: Payment, part: number): string {
  return `settle:${id}:${part}`;
}
