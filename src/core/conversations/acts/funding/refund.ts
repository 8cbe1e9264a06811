import type { CommandCall, QueryCall } from "../../../access/context.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { chainRailOf } from "../../../payments/chain/chain_port.ts";
import { balanceOf } from "../../../payments/ledger.ts";
import type { Payment } from "../../../payments/model.ts";
import { refundable } from "../../../payments/model.ts";
import { refundPart } from "../../../payments/rail.ts";
import {
  allowanceFor,
  refuseOverLimits,
  refuseOverPayment,
} from "../../../payments/spending.ts";
import type { HeardRefund } from "../../../payments/terms/signed.ts";
import { reviewPayment } from "../../../review/review.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { paidBackTo, spendingFacts } from "../../model/paid_to.ts";
import { refundBefore } from "../../model/shown/present_payment.ts";
import { closeAbout } from "../checkpoints/checkpoint.ts";
import { endClaim } from "../settlement/dispute_end.ts";
import { recordReview, setPayment } from "../store/change.ts";
import { areParties } from "./fund.ts";
import { refuseWhilePaying } from "./price_ask.ts";
import { denied, refuseOthersAct, tooLittle } from "./refusals.ts";

/** A refund; all that is left if no amount is given. */
interface Refunding {
  readonly wanted: MicroUsdc | undefined;
  /** The payee's words to the person who asked for it. */
  readonly comment?: string | null;
  /** The wallet's signed payload, on a rail that needs it. */
  readonly payload?: unknown;
  /** The chain's verdict on it. */
  readonly heard?: HeardRefund | undefined;
}

/**
 * Refunds a released price or a part of it, until 30 days after the release (docs/money.md,
 * The life of a price). The service keeps its fee: the payee pays the whole refund. An agent
 * may refund as much as it may pay.
 * @throws insufficient_scope, limit_exceeded, person_required, review_denied, not_refundable,
 * refund_expired, refund_too_large, invalid_price, insufficient_balance, payment_pending,
 * payment_required, payment_invalid
 */
export async function refund(
  call: CommandCall,
  conversation: Conversation,
  payee: Participant,
  { wanted, comment = null, ...sent }: Refunding,
): Promise<Conversation> {
  const refunding = await judgeRefund(call, conversation, wanted);
  const { payment, amount, to, review, grants } = refunding;
  const { id: conversationId } = conversation;
  const isOnChain = payment.rail === "x402";
  const { payload, heard } = sent;
  const signing = { conversationId, amount, payload, heard };
  const signed = isOnChain
    ? await chainRailOf(call).signedRefund(call, payment, signing)
    : undefined;
  recordReview(call, conversation, review, payee.position);
  const refunded = refundPart(call, grants, payment, {
    allowance: await allowanceFor(call, amount, to),
    ...{ conversationId, amount, signed },
  });
  const details = {
    reviewId: review.reviewId,
    refs: { amount: String(amount) },
  };
  // The request stays open until the refund arrives: the chain may refuse it.
  if (signed) {
    const type = "payment.refund_pending";
    return setPayment(call, conversation, refunded, type, details);
  }
  const answered = { status: "approved", comment } as const;
  const claimed = endClaim(call, conversation, "settled", amount);
  const closed = closeAbout(call, claimed, "refund", answered);
  return setPayment(call, closed, refunded, "payment.refunded", details);
}

/**
 * Judges a refund for the caller; all that is left if no amount is given.
 * @throws as {@linkcode refund}
 */
export async function judgeRefund(
  call: QueryCall,
  conversation: Conversation,
  wanted?: MicroUsdc,
) {
  refuseOthersAct(call, "refund");
  const payment = refundableBy(call, conversation);
  const left = refundable(payment);
  const amount = wanted ?? left;
  refuseAmount(amount, left);
  // Of all refunds together, so that small ones cannot exceed the limit.
  const price = payment.refunded + amount;
  refuseOverPayment(call, price, payment.rail);
  const to = await paidBackTo(call, conversation, payment);
  await refuseOverLimits(call, amount, to);
  const isLedgers = payment.rail === "ledger";
  const available = isLedgers ? await balanceOf(call, payment.payeeId) : amount;
  if (available < amount) {
    throw tooLittle(call, told`refund`, { available, needed: amount });
  }
  const action = {
    act: "refund",
    conversationId: conversation.id,
    paymentId: payment.id,
    amount: String(amount),
  };
  const { review, grants } = reviewPayment(call, action, {
    byAgent: call.member.kind === "agent",
    areParties: areParties(conversation, payment),
    ...(await spendingFacts(call, conversation, to, {
      ...{ price, added: amount, isRefund: true },
    })),
  });
  if (!grants) throw denied(call, conversation, review);
  return { payment, amount, to, review, grants };
}

type Released = Payment & { readonly payeeId: string };

/**
 * The amount that can still be refunded, until {@linkcode refundBefore}.
 * @throws not_refundable, refund_expired, payment_pending
 */
export function refundableBy(
  call: QueryCall,
  { payment, state }: Conversation,
): Released {
  const { status, payeeId, releasedAt } = payment ?? {};
  const isReleased = status === "released" || status === "refunded";
  if (!payment || !isReleased || !payeeId || !releasedAt) {
    throw new ServiceError("not_refundable", {
      detail: told`Cannot refund: no price was released in this conversation.`,
      extra: { state, paymentStatus: status ?? "none" },
    });
  }
  refuseWhilePaying(payment, told`refund`);
  const end = refundBefore(releasedAt);
  if (call.now < end) return { ...payment, payeeId };
  throw new ServiceError("refund_expired", {
    detail: told`Cannot refund: the deadline was ${showTime(end)}.`,
  });
}

/** @throws refund_too_large, invalid_price */
export function refuseAmount(amount: MicroUsdc, left: MicroUsdc): void {
  if (amount > left) {
    throw new ServiceError("refund_too_large", {
      detail: told`Cannot refund ${showMoney(amount).amount}: only ${showMoney(left).amount} of the released price is left.`,
      extra: { refundable: showMoney(left) },
    });
  }
  if (amount > 0) return;
  const detail = told`it must be more than zero`;
  throw new ServiceError("invalid_price", {
    detail: told`Cannot refund: ${detail}.`,
    errors: [{ pointer: "/amount", code: "invalid_price", detail }],
  });
}
