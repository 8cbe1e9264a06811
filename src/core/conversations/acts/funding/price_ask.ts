import type { CommandCall } from "../../../access/context.ts";
import { showTime } from "../../../base/time.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Payment } from "../../../payments/model.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { nextState } from "../../model/state.ts";
import type { StateCode } from "../../model/state_codes.ts";
import type { Closing } from "../checkpoints/checkpoint.ts";
import { closeAbout } from "../checkpoints/checkpoint.ts";
import { move, setPayment } from "../store/change.ts";

/** The state code that others see for a request that was not funded. */
const REASON_OF: Partial<Record<Closing["status"], StateCode>> = {
  declined: "price_declined",
  expired: "checkpoint_expired",
};

/** The positions to notify of a party's act: the payee's and the sender's, without the actor's. */
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

/** Refuses a change of the price while a payment is on its way. */
export function refuseWhilePaying(
  { pendingAt }: Payment,
  what: Sentence,
): void {
  if (pendingAt === null) return;
  throw new ServiceError("payment_pending", {
    detail: told`Cannot ${what}: a payment has been on its way since ${showTime(pendingAt)}.`,
  });
}

/**
 * Refuses a plain approval of what a wallet has to sign.
 * @throws payment_required
 */
export function refuseUnsigned(payment: Payment | null): void {
  if (payment?.rail !== "x402") return;
  throw new ServiceError("payment_required", {
    detail: told`Cannot approve without a payment: sign the amount with a wallet.`,
  });
}

/**
 * Ends an unfunded request for a higher price: declined by the sender, withdrawn by the
 * payee, or expired. The work goes on at the held price.
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
  refuseWhilePaying(payment, told`drop the higher price`);
  const closed = closeAbout(call, conversation, "raise_price", closing);
  const kept = setPayment(
    call,
    closed,
    { ...payment, asked: null, shortBalance: null, shortAt: null, terms: null },
    "payment.held",
    { refs: { price: String(payment.price) } },
  );
  if (isBehind) return { ...kept, previousState: "working" };
  return move(call, kept, state, "raise_dropped", {
    reason: REASON_OF[closing.status] ?? null,
  });
}
