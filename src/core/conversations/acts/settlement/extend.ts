import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { DAY_MS, showTime } from "../../../base/time.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid, readTime } from "../../../errors/field_errors.ts";
import type { Payment } from "../../../payments/model.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { isTerminal } from "../../model/states.ts";
import { refuseDisputed } from "../../model/terms/disputed.ts";
import type { Terms } from "../../model/terms/terms.ts";
import { recordEvent, setPayment } from "../store/change.ts";
import { refuseClosed } from "../thread/closed.ts";
import { refuseExpired } from "./settle.ts";

type DueTerms = Terms & { readonly dueAt: number };

/**
 * Refuses to move a deadline: only its sender can, while the work is due and nothing was
 * missed.
 * @throws forbidden, conversation_closed, deadline_fixed, deadline_missed, hold_expired, dispute_open
 */
export function refuseToExtend(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): DueTerms {
  if (me.role !== "sender") {
    throw new ServiceError("forbidden", {
      detail: told`Cannot extend the deadline: only the sender can.`,
    });
  }
  refuseClosed(call, conversation, told`extend the deadline`);
  const { terms, payment } = conversation;
  if (!isWorkDue(conversation) || !terms) {
    throw new ServiceError("deadline_fixed", {
      detail: told`Cannot extend the deadline: it has none, or isn't accepted yet.`,
    });
  }
  if (conversation.participants.some(({ remote }) => remote !== null)) {
    throw new ServiceError("deadline_fixed", {
      detail: told`Cannot extend the deadline: the recipient's service keeps it, and takes no other.`,
    });
  }
  refuseExpired(call, conversation, told`extend the deadline`);
  refuseDisputed(conversation, told`extend the deadline`);
  const { dueAt = 0 } = terms;
  const last = lastDue(call, payment);
  if (last <= Math.max(dueAt, call.now)) {
    throw new ServiceError("deadline_fixed", {
      detail: told`Cannot extend the deadline: the price can't be held for longer.`,
    });
  }
  return { ...terms, dueAt };
}

/** True while work with a deadline goes on. Pure. */
export function isWorkDue({ state, terms }: Conversation): boolean {
  return terms?.dueAt !== undefined && !isTerminal(state);
}

/**
 * Moves the deadline to a later time, and the end of a hold with it where the rail can.
 * @throws as {@linkcode refuseToExtend}, invalid_input
 */
export function moveDeadline(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  written: string,
): Conversation {
  const terms = refuseToExtend(call, conversation, me);
  const { payment } = conversation;
  const last = lastDue(call, payment);
  const dueAt = readDueAt(call, terms, { written, last });
  if (dueAt === terms.dueAt) return conversation;
  const { isKept: _kept, remindedAt: _told, ...others } = terms;
  const moved = { ...others, dueAt, since: call.now };
  const after = { ...conversation, terms: moved };
  recordEvent(call, after, "deadline.extended", {
    refs: { dueAt: showTime(dueAt) },
    event: {
      name: "terms.changed",
      version: after.version,
      state: after.state,
      dueAt: showTime(dueAt),
    },
  });
  return payment?.status === "held"
    ? holdFor(call, after, payment, dueAt)
    : after;
}

function readDueAt(
  { now }: QueryCall,
  { dueAt }: DueTerms,
  { written, last }: { readonly written: string; readonly last: number },
): number {
  const at = readTime("dueAt", written);
  if (at < dueAt || at <= now) {
    throw invalid(
      "/dueAt",
      "not_later",
      told`a deadline can only be moved to a later time than ${showTime(Math.max(dueAt, now))}`,
    );
  }
  if (at > now + LIMITS.deadlineDaysMax * DAY_MS) {
    throw invalid(
      "/dueAt",
      "too_late",
      told`dueAt must be within ${LIMITS.deadlineDaysMax} days`,
    );
  }
  if (at > last) {
    throw invalid(
      "/dueAt",
      "beyond_hold",
      told`the price can't be held for that long; choose ${showTime(last)} at the latest`,
    );
  }
  return at;
}

/**
 * The latest deadline that a hold allows. A balance is held longer, up to a limit; a wallet has
 * signed how long a chain holds its money.
 */
function lastDue({ now }: QueryCall, payment: Payment | null): number {
  if (payment?.status !== "held") return Number.POSITIVE_INFINITY;
  const { captureBefore, heldAt, rail } = payment;
  const end =
    rail === "ledger"
      ? (heldAt ?? now) + LIMITS.deadlineHoldDaysMax * DAY_MS
      : (captureBefore ?? now);
  return end - LIMITS.dueMarginDays * DAY_MS;
}

/** Moves the end of a hold behind its deadline. */
function holdFor(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
  dueAt: number,
): Conversation {
  const { captureBefore } = payment;
  const endsAt = dueAt + LIMITS.dueMarginDays * DAY_MS;
  if (captureBefore === null || endsAt <= captureBefore) return conversation;
  const longer = { ...payment, captureBefore: endsAt };
  return setPayment(call, conversation, longer, "payment.extended", {
    refs: { captureBefore: showTime(endsAt) },
  });
}
