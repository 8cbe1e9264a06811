import type { CommandCall, QueryCall } from "../../../access/context.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { raiseTerms } from "../../../payments/chain/chain_terms.ts";
import { refuseDust } from "../../../payments/chain/least_price.ts";
import type { Payment } from "../../../payments/model.ts";
import { quoteHold } from "../../../payments/rail.ts";
import { judgeRaise } from "../../../review/rules.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import { assertTransition } from "../../model/state.ts";
import { disputeTime } from "../../model/terms/deadlines.ts";
import { refuseDisputed } from "../../model/terms/disputed.ts";
import {
  acceptIfAsked,
  openCheckpoint,
  tellAsked,
} from "../checkpoints/checkpoint.ts";
import { refuseExpired } from "../settlement/settle.ts";
import { move, setPayment } from "../store/change.ts";
import { dropAsk } from "./price_ask.ts";

/**
 * Refuses anyone but the payee.
 * @throws not_payee
 */
export function refuseOthers(
  { payment }: Conversation,
  { accountId }: Participant,
  what: Sentence,
): void {
  if (!payment || payment.payeeId === accountId) return;
  throw new ServiceError("not_payee", {
    detail: told`Cannot ${what}: only the payee can.`,
  });
}

/** A payee's request, with the reason in their words; empty without one. */
export interface PriceRequest {
  readonly price: MicroUsdc;
  readonly reason: string;
}

interface Raise extends Pick<PriceRequest, "reason"> {
  readonly payee: Participant;
  readonly payment: Payment & { readonly asked: MicroUsdc };
}

/**
 * Asks for a higher price for the payee: the first hold stays, and the sender funds the rest
 * or declines (docs/states.md, row 17). Asking for the held price withdraws an open request.
 * Returns the same value for a repeated request.
 * @throws no_held_price, invalid_price, hold_expired, wrong_state
 */
export async function raisePriceTo(
  call: CommandCall,
  conversation: Conversation,
  payee: Participant,
  { price, reason }: PriceRequest,
): Promise<Conversation> {
  const { payment, state } = conversation;
  if (payment?.asked === price) return conversation;
  if (payment && payment.asked !== null) {
    if (price === payment.price) {
      return dropAsk(call, conversation, { status: "superseded" });
    }
    throw new ServiceError("wrong_state", {
      detail: told`Cannot ask for another price: you already asked for ${showMoney(payment.asked).amount}. Ask for ${showMoney(payment.price).amount} first to withdraw that.`,
      extra: { state },
    });
  }
  const held = raisable(call, conversation);
  if (price <= held.price) throw tooLow(held);
  refuseDust(held.rail, price - held.price, "/price");
  const raised = { ...held, asked: price };
  return await ask(call, conversation, { payee, payment: raised, reason });
}

/**
 * The held payment whose price can be raised now.
 * @throws no_held_price, hold_expired, wrong_state
 */
export function raisable(call: QueryCall, conversation: Conversation): Payment {
  const { state, payment, participants, milestones } = conversation;
  assertTransition(state, "raise_price");
  refuseDisputed(conversation, told`raise the price`);
  if (senderOf({ participants }).remote) {
    throw new ServiceError("no_held_price", {
      detail: told`Cannot raise the price: the sender's inbox is at another service, which takes no raise. Ask for another request.`,
    });
  }
  if (payment?.status !== "held") {
    throw new ServiceError("no_held_price", {
      detail: told`Cannot raise the price: no price is held in this conversation.`,
    });
  }
  if (milestones) {
    throw new ServiceError("no_held_price", {
      detail: told`Cannot raise the price: it is split into steps. Ask for another request.`,
    });
  }
  refuseExpired(call, conversation, told`raise the price`);
  return payment;
}

async function ask(
  call: CommandCall,
  conversation: Conversation,
  { payee, payment, reason }: Raise,
): Promise<Conversation> {
  const { id: conversationId, state } = conversation;
  const accepted = acceptIfAsked(call, conversation, payee.accountId);
  const extra = payment.asked - payment.price;
  const more = disputeTime(conversation);
  const short = await shortOf(call, payment, { amount: extra, more });
  const { address, displayName: name } = payee;
  const opened = await openCheckpoint(call, accepted, {
    action: {
      act: "raise_price",
      conversationId,
      paymentId: payment.id,
      price: String(payment.asked),
      extra: String(extra),
      ...(reason !== "" && { reason }),
    },
    asked: senderOf(conversation),
    askedBy: { address, name, kind: call.member.kind },
    rules: judgeRaise(),
  });
  await tellAsked(call, accepted, opened.conversation);
  const asked = setPayment(
    call,
    opened.conversation,
    { ...payment, ...short },
    "payment.requires_payment",
    { refs: { price: String(payment.asked) } },
  );
  return move(call, asked, state, "raise_price", { reason: "price_raised" });
}

/** The payer's missing balance, or the terms to sign. */
async function shortOf(
  call: QueryCall,
  payment: Payment,
  {
    amount: extra,
    more,
  }: { readonly amount: MicroUsdc; readonly more: number },
): Promise<Partial<Payment>> {
  if (payment.rail === "x402") {
    const terms = await raiseTerms(call, payment, { amount: extra, more });
    return { terms, shortAt: call.now };
  }
  const { available } = await quoteHold(call, payment, extra);
  return { shortBalance: available, shortAt: call.now };
}

function tooLow({ price }: Payment): ServiceError {
  const detail = told`it must be more than the ${showMoney(price).amount} already held`;
  return new ServiceError("invalid_price", {
    detail: told`Cannot raise the price: ${detail}.`,
    errors: [{ pointer: "/price", code: "invalid_price", detail }],
  });
}
