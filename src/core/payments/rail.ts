import type { CommandCall } from "../context.ts";
import type { Approval } from "../review/review.ts";
import { escrowOf, openEscrow, transfer, walletOf } from "./ledger.ts";
import type { Payment, Receipt } from "./model.ts";
import type { Allowance } from "./spending.ts";
import { amountOf } from "./spending.ts";

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
  _approval: Approval<"payment">,
  payment: Payment,
  terms: HoldTerms,
): Payment {
  if (amountOf(terms.allowance) < payment.price) {
    throw new RangeError("An allowance covers its price");
  }
  call.write(...terms.allowance.statements);
  openEscrow(call, payment.id);
  transfer(call, {
    kind: "hold",
    from: walletOf(payment.payerId),
    to: escrowOf(payment.id),
    amount: payment.price,
    key: `hold:${payment.id}`,
    conversationId: terms.conversationId,
    paymentId: payment.id,
  });
  return {
    ...payment,
    status: "held",
    heldAt: call.now,
    captureBefore: terms.captureBefore,
  };
}

/** Gives the held price to the payee, on the strength of a signed receipt. */
export function releaseHold(
  call: CommandCall,
  payment: Payment & { readonly payeeId: string },
  receipt: Receipt,
): Payment {
  transfer(call, {
    kind: "release",
    from: escrowOf(payment.id),
    to: walletOf(payment.payeeId),
    amount: payment.price,
    key: `settle:${payment.id}`,
    conversationId: receipt.conversationId,
    paymentId: payment.id,
  });
  return { ...payment, status: "released", releasedAt: call.now };
}

/** Gives the held price back to the payer. A price not yet held is just dropped. */
export function voidHold(
  call: CommandCall,
  payment: Payment,
  reason: string,
  conversationId: string,
): Payment {
  if (payment.status === "held") {
    transfer(call, {
      kind: "void",
      from: escrowOf(payment.id),
      to: walletOf(payment.payerId),
      amount: payment.price,
      // Shared with the release: one of the two can happen, once.
      key: `settle:${payment.id}`,
      conversationId,
      paymentId: payment.id,
    });
  }
  return {
    ...payment,
    status: "voided",
    voidedAt: call.now,
    voidReason: reason,
  };
}
