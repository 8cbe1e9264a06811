import type { CommandCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { DAY_MS, showTime } from "../../../base/time.ts";
import { queueNotice } from "../../../mail/notices.ts";
import type { Payment } from "../../../payments/model.ts";
import type { Expiry } from "../../../review/expiry.ts";
import { expiryOf, momentOf } from "../../../review/expiry.ts";
import { hasPeople } from "../../model/audience.ts";
import { isAbout } from "../../model/checkpoints_about.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { freezeOf } from "../../model/terms/disputed.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import { recordEvent, setPayment } from "../store/change.ts";
import type { HoldNotice } from "../store/due_store.ts";
import { dueStore } from "../store/due_store.ts";
import { paidParticipant, wasEarned } from "./earned.ts";
import { closeWithout } from "./settle.ts";

/**
 * True while a wallet's answer to a checkpoint is pending: the chain decides, however long it
 * takes.
 */
export function isBeingPaid(
  { payment }: Conversation,
  checkpoint: Checkpoint,
): boolean {
  if (!payment || payment.pendingAt === null) return false;
  return isAbout(checkpoint, "raise_price") || isAbout(checkpoint, "refund");
}

/**
 * Returns a held price at its end (docs/states.md, row 25), or extends the hold once if it
 * was earned in time and only the signature is missing. Work done after the end earns
 * nothing, even if the clock is late.
 */
export async function returnExpiredHold(
  call: CommandCall,
  over: Expiry,
  conversation: Conversation,
  payment: Payment,
): Promise<Conversation> {
  const store = dueStore(call.db);
  // A hold at another service can't be extended here.
  const isExtendable =
    payment.reclaim === null &&
    !freezeOf(conversation) &&
    wasEarned(conversation, payment, momentOf(over)) &&
    !(await store.wasExtended(payment.id));
  if (isExtendable) return extendHold(call, conversation, payment);
  const overdue = closeOverdue(call, over, conversation);
  return closeWithout(call, overdue, "hold_expired", {
    reason: freezeOf(conversation) ? "dispute_lapsed" : "hold_expired",
    voidReason: "hold_expired",
  });
}

/**
 * Closes overdue checkpoints before an end, so that the record does not depend on which the
 * clock finds first.
 */
export function closeOverdue(
  call: CommandCall,
  _expiry: Expiry,
  conversation: Conversation,
): Conversation {
  return conversation.checkpoints
    .filter((it) => it.status === "open" && expiryOf(call, it.expiresAt))
    .reduce(
      (after, it) => closeCheckpoint(call, after, it, { status: "expired" }),
      conversation,
    );
}

function extendHold(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
): Conversation {
  // Count from now: a service's downtime must not use up the days.
  const endsAt = call.now + LIMITS.holdExtensionDays * DAY_MS;
  const longer = { ...payment, captureBefore: endsAt };
  tell(call, conversation, payment, { kind: "extended", endsAt });
  return setPayment(call, conversation, longer, "payment.extended", {
    refs: { captureBefore: showTime(endsAt) },
  });
}

/** Tells both sides that the hold ends soon, once for each end. */
export function announceEnd(
  call: CommandCall,
  _expiry: Expiry,
  conversation: Conversation,
  payment: Payment & { readonly captureBefore: number },
): Conversation {
  const endsAt = payment.captureBefore;
  tell(call, conversation, payment, { kind: "ending", endsAt });
  recordEvent(call, conversation, "payment.ending", {
    paymentStatus: payment.status,
    refs: { captureBefore: showTime(endsAt) },
  });
  return conversation;
}

function tell(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
  { kind, endsAt }: Pick<HoldNotice, "kind" | "endsAt">,
): void {
  const { now } = call;
  const told = { paymentId: payment.id, kind, endsAt, createdAt: now };
  call.write(dueStore(call.db).tell(told));
  // No mail about a demo's money.
  if (conversation.participants[SENDER]?.kind === "service") return;
  for (const position of priceParties(conversation)) {
    const side = conversation.participants[position];
    if (!side || !hasPeople(side) || side.accountId === null) continue;
    const { accountId } = side;
    queueNotice(call, {
      conversationId: conversation.id,
      accountId,
      about: kind === "ending" ? "hold_ending" : "hold_extended",
      endsAt: showTime(endsAt),
    });
    const cause = { accountId, conversationId: conversation.id };
    call.tellDevices({ ...cause, kind: "money" });
  }
}

/** Positions of the sender and the payee. */
export function priceParties(conversation: Conversation): readonly number[] {
  const payee = paidParticipant(
    conversation,
    conversation.payment?.payeeId ?? null,
  );
  return payee ? [SENDER, payee.position] : [SENDER];
}

/** Ends a submit that was never paid (docs/states.md, row 11). */
export function cancelUnfunded(
  call: CommandCall,
  _expiry: Expiry,
  conversation: Conversation,
): Conversation {
  return closeWithout(call, conversation, "unfunded", {
    reason: "payment_not_completed",
    voidReason: "payment_not_completed",
  });
}
