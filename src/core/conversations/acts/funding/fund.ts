/**
 * How is a price paid, raised and given back? `raise.ts` and `refund.ts` have the rest.
 * @module
 */
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { rehearsal } from "../../../access/rehearsal.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import { phrase } from "../../../base/words/say.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { chainRailOf } from "../../../payments/chain/chain_port.ts";
import type { Payment } from "../../../payments/model.ts";
import { placeHold, quoteHold, raiseHold } from "../../../payments/rail.ts";
import {
  allowanceFor,
  refuseOverLimits,
  refuseOverPayment,
} from "../../../payments/spending.ts";
import { isUntold } from "../../../payments/terms/foreign_terms.ts";
import { reclaimCall } from "../../../payments/terms/payment_info.ts";
import type { HeardHold, SignedHold } from "../../../payments/terms/signed.ts";
import type { Approval, Verdict } from "../../../review/review.ts";
import { reviewPayment, reviewSubmit } from "../../../review/review.ts";
import { actAs } from "../../model/acting.ts";
import type { Conversation } from "../../model/model.ts";
import { paidTo, spendingFacts } from "../../model/paid_to.ts";
import { assertTransition } from "../../model/state.ts";
import { agreedOf } from "../../model/terms/agreed.ts";
import { holdEnd, sentAt } from "../../model/terms/deadlines.ts";
import { askedOf } from "../admission/admission.ts";
import { takePlace } from "../admission/order.ts";
import { closeAbout } from "../checkpoints/checkpoint.ts";
import { deliver } from "../delivery/deliver.ts";
import { queuePayment } from "../delivery/foreign.ts";
import { checkDeadlines } from "../drafts/deadlines.ts";
import { refuseForeignFrom } from "../drafts/ready.ts";
import { submitAction, submitFacts } from "../drafts/submit_facts.ts";
import { refuseExpired } from "../settlement/settle.ts";
import { move, recordReview, setPayment } from "../store/change.ts";
import { refuseWhilePaying } from "./price_ask.ts";
import { denied, refuseOthersAct, tooLittle } from "./refusals.ts";

/** The sender's input of a funding. */
export interface Funding {
  /** The price that the sender agrees to; the one asked for if absent. */
  readonly agreed?: MicroUsdc | undefined;
  readonly comment?: string | null;
  /** The wallet's signed payload, on a rail that needs it. */
  readonly payload?: unknown;
  /** The chain's verdict on it. */
  readonly heard?: HeardHold | undefined;
}

/**
 * Holds the missing amount: the price of a submit without enough balance (docs/states.md, row
 * 10), or the difference to a raised price (row 17). Reviewed like a submit.
 * @throws insufficient_scope, limit_exceeded, price_changed, insufficient_balance,
 * hold_expired, wrong_state, conversation_closed, person_required, review_denied
 */
export async function fund(
  call: CommandCall,
  conversation: Conversation,
  funding: Funding,
): Promise<Conversation> {
  const { payment, state } = conversation;
  const { agreed } = funding;
  assertTransition(state, "funded");
  if (!payment) throw nothingToFund();
  refuseWhilePaying(payment, told`pay`);
  const { asked } = payment;
  const price = asked ?? payment.price;
  if (agreed !== undefined && agreed !== price) {
    throw new ServiceError("price_changed", {
      detail: told`Cannot pay: the price is ${showMoney(price).amount}, not ${showMoney(agreed).amount}.`,
      extra: { price: showMoney(price) },
    });
  }
  if (payment.status === "held" && asked !== null) {
    const raise = { ...payment, asked };
    return await fundRaise(call, conversation, raise, funding);
  }
  return await fundSubmit(call, conversation, payment, funding);
}

async function fundSubmit(
  call: CommandCall,
  before: Conversation,
  asked: Payment,
  { payload, heard }: Funding,
): Promise<Conversation> {
  // If the offer was below the recipient's price, funding is a new offer.
  const price = asked.asked ?? asked.price;
  const conversation = { ...before, price };
  const payment = { ...asked, price, asked: null };
  const to = paidTo(conversation);
  const allowance = await allowanceFor(call, price, to);
  const action = submitAction(conversation);
  const facts = await submitFacts(call, conversation);
  const { review, grants } = reviewSubmit(call, action, facts);
  refuseForeignFrom(review);
  // Before the payment: a wallet must not sign what is refused.
  if (!grants) throw denied(call, conversation, review);
  const signed = await coveredBy(call, payment, {
    ...{ needed: price, conversationId: before.id, payload, heard },
  });
  recordReview(call, conversation, review);
  const { id, state } = conversation;
  const { holdDays } = await askedOf(call, conversation);
  checkDeadlines(call, conversation, holdDays);
  const held = placeHold(call, grants.payment, payment, {
    allowance,
    conversationId: id,
    captureBefore: holdEnd(conversation, call.now, holdDays),
    signed,
  });
  const { reviewId } = review;
  if (signed) {
    // The place is kept while the money is on its way.
    await takePlace(call, conversation);
    // Until the money is there, nothing is agreed and nobody is told.
    const { pendingAt } = held;
    const { reclaim } = asked;
    const data = reclaimCall(signed.info);
    const waiting = {
      ...{ ...asked, pendingAt },
      reclaim: reclaim && { ...reclaim, data },
    };
    const type = "payment.pending";
    const after = setPayment(call, before, waiting, type, { reviewId });
    return reclaim ? queuePayment(call, after, payload) : after;
  }
  const sent = sentAt(conversation, call.now, holdDays);
  const paid = setPayment(call, sent, held, "payment.held", { reviewId });
  return agreedOf(paid)
    ? move(call, paid, state, "agree", { reviewId })
    : deliver(call, paid, state, grants);
}

/**
 * Throws what {@linkcode fund} would throw now, by funding without writing.
 * @throws as {@linkcode fund}
 */
export async function refuseToFund(
  call: QueryCall,
  conversation: Conversation,
): Promise<void> {
  try {
    await fund(actAs(rehearsal(call), "sender"), conversation, {});
  } catch (error) {
    // On a chain, only the wallet's signature may be missing.
    const isUnsigned =
      error instanceof ServiceError && error.code === "payment_required";
    if (!isUnsigned) throw error;
  }
}

async function fundRaise(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment & { readonly asked: MicroUsdc },
  { comment = null, payload, heard }: Funding,
): Promise<Conversation> {
  refuseExpired(call, conversation, told`pay`);
  refuseOthersAct(call, "raise_price");
  const extra = payment.asked - payment.price;
  const allowance = await allowanceFor(call, extra, paidTo(conversation));
  const { review, grants } = await reviewRaise(call, conversation, payment);
  if (!grants) throw denied(call, conversation, review);
  const signed = await coveredBy(call, payment, {
    ...{ needed: extra, conversationId: conversation.id, payload, heard },
  });
  const { id, state } = conversation;
  recordReview(call, conversation, review);
  const { reviewId } = review;
  const held = raiseHold(call, grants, payment, {
    allowance,
    conversationId: id,
    signed,
  });
  if (signed) {
    return setPayment(call, conversation, held, "payment.pending", {
      reviewId,
    });
  }
  const repriced = { ...conversation, price: held.price };
  const paid = setPayment(call, repriced, held, "payment.held", { reviewId });
  const closed = closeAbout(call, paid, "raise_price", {
    status: "approved",
    comment,
  });
  return move(call, closed, state, "raise_funded", { reviewId });
}

/**
 * Reviews a raised price for the caller: all of it, so that small raises cannot exceed the
 * limit together.
 * @throws limit_exceeded
 */
async function reviewRaise(
  call: QueryCall,
  conversation: Conversation,
  payment: Payment & { readonly asked: MicroUsdc },
): Promise<Verdict<Approval<"payment">>> {
  const { asked, price, rail } = payment;
  refuseOverPayment(call, asked, rail);
  const action = {
    act: "fund",
    conversationId: conversation.id,
    paymentId: payment.id,
    price: String(asked),
  };
  const money = { price: asked, added: asked - price };
  return reviewPayment(call, action, {
    byAgent: call.member.kind === "agent",
    areParties: areParties(conversation, payment),
    ...(await spendingFacts(call, conversation, paidTo(conversation), money)),
  });
}

/**
 * Throws if the caller may not fund the requested price now, whatever their balance.
 * @throws insufficient_scope, limit_exceeded, person_required, review_denied
 */
export async function refuseToFundRaise(
  call: QueryCall,
  conversation: Conversation,
): Promise<void> {
  const { payment } = conversation;
  if (!payment || payment.asked === null) return;
  const { asked, price } = payment;
  await refuseOverLimits(call, asked - price, paidTo(conversation));
  const raised = { ...payment, asked };
  const { review, grants } = await reviewRaise(call, conversation, raised);
  if (!grants) throw denied(call, conversation, review);
}

function nothingToFund(): ServiceError {
  return new ServiceError("no_held_price", {
    detail: told`Cannot pay: this conversation has no price.`,
  });
}

function untold(): ServiceError {
  return new ServiceError("payment_pending", {
    detail: told`Cannot pay yet: the payee's service hasn't said how it's paid.`,
    fix: phrase`Wait until payment.requirements is there.`,
  });
}

/** True if payer and payee are two accounts of the conversation. */
export function areParties(
  { participants }: Conversation,
  { payerId, payeeId }: Payment,
): boolean {
  const isIn = (id: string | null) =>
    id !== null && participants.some((it) => it.accountId === id);
  return payerId !== payeeId && isIn(payerId) && isIn(payeeId);
}

/**
 * How an amount is covered: by the payload that the payer's wallet signed, checked against
 * the terms and the chain's verdict; empty where a balance covers it.
 * @throws insufficient_balance, payment_required, payment_invalid
 */
async function coveredBy(
  call: QueryCall,
  payment: Payment,
  {
    needed,
    ...signing
  }: {
    readonly needed: MicroUsdc;
    readonly conversationId: string;
    readonly payload: unknown;
    readonly heard: HeardHold | undefined;
  },
): Promise<SignedHold | undefined> {
  if (payment.rail === "x402") {
    if (isUntold(payment)) throw untold();
    return await chainRailOf(call).signedHold(call, payment, signing);
  }
  const { available, missing } = await quoteHold(call, payment, needed);
  if (missing > 0) throw tooLittle(call, told`pay`, { available, needed });
  return undefined;
}
