import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { refundable } from "../../../payments/model.ts";
import { isAbout, openAbout } from "../../model/checkpoints_about.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import type { Closing } from "../checkpoints/checkpoint.ts";
import {
  closeAbout,
  openCheckpoint,
  tellAsked,
} from "../checkpoints/checkpoint.ts";
import { endClaim } from "../settlement/dispute_end.ts";
import { setPayment } from "../store/change.ts";
import { refuseWhilePaying } from "./price_ask.ts";
import { refundableBy, refuseAmount } from "./refund.ts";

/** The payer's request, with the reason in their words. */
interface RefundRequest {
  /** All that is left if absent. */
  readonly wanted: MicroUsdc | undefined;
  readonly reason: string;
}

/**
 * Asks the payee for a refund (docs/money.md, Asking for a refund). Moves no money: a
 * checkpoint of the payee waits for the answer.
 * @throws as {@linkcode refuseToAskRefund}; refund_too_large, invalid_price
 */
export async function askRefund(
  call: CommandCall,
  conversation: Conversation,
  payer: Participant,
  { wanted, reason }: RefundRequest,
): Promise<Conversation> {
  const { payment, payee } = refuseToAskRefund(call, conversation, payer);
  const left = refundable(payment);
  const amount = wanted ?? left;
  refuseAmount(amount, left);
  const { address, displayName: name } = payer;
  const opened = await openCheckpoint(call, conversation, {
    action: {
      act: "refund",
      conversationId: conversation.id,
      paymentId: payment.id,
      amount: String(amount),
      ...(reason !== "" && { reason }),
    },
    asked: payee,
    askedBy: { address, name, kind: call.member.kind },
    rules: [],
  });
  await tellAsked(call, conversation, opened.conversation);
  return setPayment(
    call,
    opened.conversation,
    payment,
    "payment.refund_requested",
    { refs: { amount: String(amount) } },
  );
}

/**
 * Refuses to ask for a refund, whatever the amount.
 * @throws forbidden, not_refundable, refund_expired, wrong_state, quota_exceeded
 */
export function refuseToAskRefund(
  call: QueryCall,
  conversation: Conversation,
  { role }: Participant,
) {
  if (role !== "sender") {
    throw new ServiceError("forbidden", {
      detail: told`Cannot ask for a refund: only the sender, who paid, can.`,
    });
  }
  const payment = refundableBy(call, conversation);
  if (payment.reclaim) {
    throw new ServiceError("not_refundable", {
      detail: told`Cannot ask for a refund: the payee's service takes no such request. Ask the payee in a message.`,
      extra: { paymentStatus: payment.status },
    });
  }
  const { state, checkpoints, participants } = conversation;
  const payee = participants.find((it) => it.accountId === payment.payeeId);
  if (refundable(payment) <= 0 || !payee) {
    throw new ServiceError("not_refundable", {
      detail: told`Cannot ask for a refund: everything was already refunded.`,
      extra: { state, paymentStatus: payment.status },
    });
  }
  if (openAbout(conversation, "refund").length > 0) {
    throw new ServiceError("wrong_state", {
      detail: told`Cannot ask for a refund: the payee hasn't answered your earlier request yet.`,
      extra: { state },
    });
  }
  const asked = checkpoints.filter((it) => isAbout(it, "refund"));
  if (asked.length >= LIMITS.refundRequestsMax) {
    throw new ServiceError("quota_exceeded", {
      detail: told`Cannot ask for a refund: you already asked ${LIMITS.refundRequestsMax} times.`,
    });
  }
  return { payment, payee };
}

/** Ends a request without a refund: declined by the payee, or expired. */
export function dropRefundAsk(
  call: CommandCall,
  conversation: Conversation,
  closing: Closing,
): Conversation {
  const { payment } = conversation;
  if (!payment) throw new RangeError("What is refunded was paid");
  refuseWhilePaying(payment, told`decline`);
  const status = closing.status === "declined" ? "declined" : "lapsed";
  const claimed = endClaim(call, conversation, status);
  const closed = closeAbout(call, claimed, "refund", closing);
  return setPayment(call, closed, payment, "payment.refund_refused", {
    refs: { outcome: closing.status },
  });
}
