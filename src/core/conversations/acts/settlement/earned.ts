import type { Payment } from "../../../payments/model.ts";
import { isAbout } from "../../model/checkpoints_about.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { agreedOf } from "../../model/terms/agreed.ts";
import { isEarned } from "../../model/turn/condition.ts";

/** True if the payee met the condition before a time. Pure. */
export function wasEarned(
  conversation: Conversation,
  { payeeId }: Payment,
  before: number,
): boolean {
  const payee = paidParticipant(conversation, payeeId);
  if (!payee) return false;
  const { release, messages, artifacts, checkpoints } = conversation;
  if (release === "accepted") {
    const agreedAt = agreedOf(conversation)?.decidedAt ?? null;
    if (agreedAt !== null) return agreedAt < before;
    const acceptedAt = conversation.terms?.acceptedAt ?? before;
    if (acceptedAt < before) return true;
    return checkpoints.some(
      (it) =>
        isAbout(it, "accept") &&
        it.forAccountId === payeeId &&
        it.status === "approved" &&
        it.decidedAt !== null &&
        it.decidedAt < before,
    );
  }
  const then: Conversation = {
    ...conversation,
    messages: messages.filter((it) => it.createdAt < before),
    artifacts: artifacts.filter((it) => it.createdAt < before),
  };
  return isEarned(then, payee);
}

/**
 * The deadline that was missed by a moment: nobody accepted by then, or a price is held and its
 * condition was not met. Undefined without one. Pure.
 */
export function missedAt(
  conversation: Conversation,
  now: number,
): number | undefined {
  const { terms, payment } = conversation;
  if (terms?.acceptedAt === undefined) {
    const acceptBy = terms?.acceptBy;
    return acceptBy !== undefined && now >= acceptBy ? acceptBy : undefined;
  }
  const { dueAt } = terms;
  if (dueAt === undefined || now < dueAt) return undefined;
  const isHeldHere = payment?.status === "held" && payment.reclaim === null;
  return isHeldHere && !wasEarned(conversation, payment, dueAt)
    ? dueAt
    : undefined;
}

/** The participant that is paid. */
export function paidParticipant(
  { participants }: Conversation,
  payeeId: string | null,
): Participant | undefined {
  if (payeeId === null) return undefined;
  return participants.find((it) => it.accountId === payeeId);
}
