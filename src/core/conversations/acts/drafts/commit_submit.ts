import type { CommandCall } from "../../../access/context.ts";
import { showMoney } from "../../../base/money.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { submitTerms } from "../../../payments/chain/chain_terms.ts";
import { balanceOf } from "../../../payments/ledger.ts";
import type { Payment } from "../../../payments/model.ts";
import { placeHold } from "../../../payments/rail.ts";
import { allowanceFor } from "../../../payments/spending.ts";
import type { Approval, SubmitGrants } from "../../../review/review.ts";
import type { Conversation } from "../../model/model.ts";
import { paidTo } from "../../model/paid_to.ts";
import { payeeOf } from "../../model/payee.ts";
import type { State } from "../../model/states.ts";
import { disputeTime, holdEnd, sentAt } from "../../model/terms/deadlines.ts";
import { askedOf } from "../admission/admission.ts";
import { deliver } from "../delivery/deliver.ts";
import { queueForPayee } from "../delivery/foreign.ts";
import { move, setPayment } from "../store/change.ts";

/**
 * Carries out an allowed submit: holds the price or asks for the money, and delivers
 * (docs/states.md, rows 5 to 7).
 * @throws insufficient_scope, limit_exceeded
 */
export async function commitSubmit(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  grants: SubmitGrants,
): Promise<Conversation> {
  const { price: asked, holdDays } = await askedOf(call, ready);
  if (ready.price < asked) {
    if (ready.milestones) {
      const { amount } = showMoney(asked);
      throw new ServiceError("price_changed", {
        detail: told`Cannot submit: the recipient's price is ${amount} now; let the steps add up to it.`,
      });
    }
    const offered = { ...newPayment(call, ready), asked };
    const less = await withTerms(call, ready, offered, holdDays);
    return unpaid(call, ready, from, less, "below_recipient_price");
  }
  const sent = sentAt(ready, call.now, holdDays);
  if (ready.price === 0) return deliver(call, sent, from, grants);
  const asking = { approval: grants.payment, holdDays };
  const payment = await holdOrAsk(call, ready, newPayment(call, ready), asking);
  if (payment.status !== "held") {
    const waiting = unpaid(call, ready, from, payment, "payment_required");
    return isAskedElsewhere(ready) ? queueForPayee(call, waiting) : waiting;
  }
  const { reviewId } = grants.payment;
  const paid = setPayment(call, sent, payment, "payment.held", { reviewId });
  return deliver(call, paid, from, grants);
}

/** True for a payee whose service says how it is paid, once it has the request. */
function isAskedElsewhere(ready: Conversation): boolean {
  return ready.rail === "x402" && payeeOf(ready)?.remote != null;
}

/**
 * Holds an allowed price that its payee takes; on a chain, or without enough balance, the
 * payment says what is missing.
 * @throws insufficient_scope, limit_exceeded
 */
export async function holdOrAsk(
  call: CommandCall,
  ready: Conversation,
  payment: Payment,
  {
    approval,
    holdDays,
  }: { readonly approval: Approval<"payment">; readonly holdDays: number },
): Promise<Payment> {
  // Before the balance: a caller who may not pay must not learn whether it covers the price.
  const allowance = await allowanceFor(call, payment.price, paidTo(ready));
  if (payment.rail === "x402") {
    return isAskedElsewhere(ready)
      ? payment
      : await withTerms(call, ready, payment, holdDays);
  }
  const available = await balanceOf(call, payment.payerId);
  if (available < payment.price) {
    return { ...payment, shortBalance: available, shortAt: call.now };
  }
  return placeHold(call, approval, payment, {
    allowance,
    conversationId: ready.id,
    captureBefore: holdEnd(ready, call.now, holdDays),
  });
}

/** Adds what a wallet is asked to sign, on a rail that needs it. */
export async function withTerms(
  call: CommandCall,
  ready: Conversation,
  payment: Payment,
  holdDays: number,
): Promise<Payment> {
  if (payment.rail === "ledger") return payment;
  const signable = await submitTerms(
    call,
    payment,
    (heldAt) => holdEnd(ready, heldAt, holdDays) + disputeTime(ready),
  );
  return { ...payment, terms: signable };
}

/** Waits for the money; holds and delivers nothing (docs/states.md, rows 5 and 7). */
function unpaid(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  payment: Payment,
  reason: "payment_required" | "below_recipient_price",
): Conversation {
  const waiting = setPayment(call, ready, payment, "payment.requires_payment");
  const verb =
    from === "input-required" ? "approve_submit_unpaid" : "submit_unpaid";
  return move(call, waiting, from, verb, { reason });
}

/** A price that is not held yet. The payee is the first account in `to`. */
export function newPayment(
  call: CommandCall,
  conversation: Conversation,
): Payment {
  return {
    id: call.newId("payment"),
    status: "requires_payment",
    price: conversation.price,
    payerId: conversation.ownerId,
    payeeId: payeeOf(conversation)?.accountId ?? null,
    rail: conversation.rail,
    heldAt: null,
    captureBefore: null,
    releasedAt: null,
    voidedAt: null,
    voidReason: null,
    feeBps: call.settings.feeBps,
    asked: null,
    raises: 0,
    released: 0,
    returned: 0,
    parts: 0,
    refunded: 0,
    refunds: 0,
    refundedAt: null,
    shortBalance: null,
    shortAt: null,
    terms: null,
    pendingAt: null,
    settlements: null,
    reclaim: null,
  };
}
