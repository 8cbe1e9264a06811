import type { CommandCall, QueryCall } from "../../access/context.ts";
import { digestOf } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import type { MicroUsdc } from "../../base/money.ts";
import { showMoney } from "../../base/money.ts";
import { HOUR_MS } from "../../base/time.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Payment } from "../../payments/model.ts";
import { quoteHold } from "../../payments/rail.ts";
import { judgeRaise } from "../../review/rules.ts";
import type { Closing } from "../checkpoints/checkpoint.ts";
import {
  acceptIfAsked,
  closeCheckpoint,
  open,
  tellAsked,
} from "../checkpoints/checkpoint.ts";
import type { Act } from "../model/acts.ts";
import type { Checkpoint, Conversation, Participant } from "../model/model.ts";
import { assertTransition, nextState } from "../model/state.ts";
import { move, setPayment } from "../store/change.ts";
import { refuseExpired } from "./settle.ts";

const ACT = "raise_price" as const satisfies Act;

/** What the others are told of a request that nobody funds. */
const REASON_OF: Partial<Record<Closing["status"], string>> = {
  declined: "price_declined",
  expired: "checkpoint_expired",
};

/** True for the checkpoint that asks the sender for a higher price. */
export function isPriceAsk({ kind, action }: Checkpoint): boolean {
  return kind === "input" && action.act === ACT;
}

/** Whom a party's act concerns: the payee and the sender, but not the one who acts. */
export function partners(
  { participants, payment }: Conversation,
  { position }: Participant,
): readonly number[] {
  return participants
    .filter(
      (it) =>
        it.role === "sender" ||
        (it.accountId !== null && it.accountId === payment?.payeeId),
    )
    .map((it) => it.position)
    .filter((it) => it !== position);
}

/**
 * Refuses whoever is not paid.
 * @throws not_payee
 */
export function refuseOthers(
  { payment }: Conversation,
  { accountId }: Participant,
  what: string,
): void {
  if (!payment || payment.payeeId === accountId) return;
  throw new ServiceError("not_payee", {
    detail: `Cannot ${what}: only the payee may.`,
  });
}

/** What a payee asks for, and why in their own words; empty if they say nothing. */
export interface PriceRequest {
  readonly price: MicroUsdc;
  readonly reason: string;
}

interface Raise extends Pick<PriceRequest, "reason"> {
  readonly payee: Participant;
  readonly payment: Payment & { readonly asked: MicroUsdc };
}

/**
 * The payee asks for a higher price: the first hold stays, and the sender funds
 * the rest or declines (docs/states.md, row 17). The price that is held takes an
 * open request back. Gives the same value for a request that only repeats.
 * @throws no_held_price, invalid_price, hold_expired, wrong_state
 */
export async function raisePrice(
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
      detail: `Cannot ask for another price: ${showMoney(payment.asked).amount} is asked for already. Ask for ${showMoney(payment.price).amount} first, which takes that back.`,
      extra: { state },
    });
  }
  const held = raisable(call, conversation);
  if (price <= held.price) throw tooLow(held);
  const raised = { ...held, asked: price };
  return await ask(call, conversation, { payee, payment: raised, reason });
}

/**
 * The held payment whose price can be raised now.
 * @throws no_held_price, hold_expired, wrong_state
 */
export function raisable(
  call: QueryCall,
  { state, payment }: Conversation,
): Payment {
  assertTransition(state, "raise_price");
  if (payment?.status !== "held") {
    throw new ServiceError("no_held_price", {
      detail: "Cannot raise the price: none is held in this conversation.",
    });
  }
  refuseExpired(call, payment, "raise the price");
  return payment;
}

async function ask(
  call: CommandCall,
  conversation: Conversation,
  raise: Raise,
): Promise<Conversation> {
  const { payee, payment } = raise;
  const accepted = acceptIfAsked(call, conversation, payee.accountId);
  const extra = payment.asked - payment.price;
  const { available } = await quoteHold(call, payment, extra);
  const checkpoint = checkpointOf(call, conversation, raise);
  const opened = open(call, accepted, checkpoint);
  await tellAsked(call, accepted, opened);
  const asked = setPayment(
    call,
    opened,
    { ...payment, shortBalance: available, shortAt: call.now },
    "payment.requires_payment",
    { refs: { price: String(payment.asked) } },
  );
  return move(call, asked, conversation.state, "raise_price", {
    reason: "price_raised",
  });
}

function checkpointOf(
  call: CommandCall,
  { id, title, ownerId }: Conversation,
  { payment, payee: { address, displayName }, reason }: Raise,
): Checkpoint {
  const extra = payment.asked - payment.price;
  const action = {
    act: ACT,
    conversationId: id,
    paymentId: payment.id,
    price: String(payment.asked),
    extra: String(extra),
    ...(reason !== "" && { reason }),
  };
  const words = (amount: MicroUsdc) => `${showMoney(amount).amount} USDC`;
  return {
    id: call.newId("checkpoint"),
    kind: "input",
    title: `Raise the price to ${words(payment.asked)} (TEST)`,
    summary: `The recipient of "${title}" asks for ${words(extra)} more (TEST). Approving holds it beside the ${words(payment.price)} that are held; declining keeps the price as it is.`,
    action,
    actionDigest: digestOf(action),
    rules: judgeRaise(),
    forAccountId: ownerId,
    openedAt: call.now,
    expiresAt: call.now + LIMITS.fundingHours * HOUR_MS,
    status: "open",
    decidedBy: null,
    decidedActor: null,
    decidedAt: null,
    comment: null,
    askedBy: { address, name: displayName, kind: call.member.kind },
    reviewId: null,
    pendingMessage: null,
  };
}

/** Closes the open request for a higher price, if its checkpoint is open. */
export function closeAsk(
  call: CommandCall,
  conversation: Conversation,
  closing: Closing,
): Conversation {
  const open = conversation.checkpoints.find(
    (it) => it.status === "open" && isPriceAsk(it),
  );
  return open
    ? closeCheckpoint(call, conversation, open, closing)
    : conversation;
}

/**
 * Ends a request for a higher price that nobody funds: declined by the sender,
 * taken back by the payee, or out of time. The work goes on for what is held.
 */
export function dropAsk(
  call: CommandCall,
  conversation: Conversation,
  closing: Closing,
): Conversation {
  const { payment, state, previousState } = conversation;
  // A cancel that somebody decides about may have come in between.
  const isBehind =
    state === "input-required" && previousState === "auth-required";
  if (!isBehind) nextState(state, "raise_dropped");
  if (!payment) throw new RangeError("A raised price has a payment");
  const closed = closeAsk(call, conversation, closing);
  const kept = setPayment(
    call,
    closed,
    { ...payment, asked: null, shortBalance: null, shortAt: null },
    "payment.held",
    { refs: { price: String(payment.price) } },
  );
  if (isBehind) return { ...kept, previousState: "working" };
  return move(call, kept, state, "raise_dropped", {
    reason: REASON_OF[closing.status] ?? null,
  });
}

function tooLow({ price }: Payment): ServiceError {
  const detail = `it must be above ${showMoney(price).amount}, which is held`;
  return new ServiceError("invalid_price", {
    detail: `Cannot raise the price: ${detail}.`,
    errors: [{ pointer: "/price", code: "invalid_price", detail }],
  });
}
