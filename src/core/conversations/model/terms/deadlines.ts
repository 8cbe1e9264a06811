import { parseDuration } from "../../../base/duration.ts";
import { LIMITS } from "../../../base/limits.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, showTime } from "../../../base/time.ts";
import type { Conversation } from "../model.ts";
import { isTerminal } from "../states.ts";
import { freezeOf } from "./disputed.ts";
import { nextStepDue } from "./steps.ts";
import type { Terms } from "./terms.ts";

type Timed = Pick<Conversation, "terms">;

/** The sender's wishes beside the price, in the wires' form: what a person approves. Pure. */
export function askedDeadlines({ terms }: Timed) {
  if (!terms) return undefined;
  const { acceptBy, acceptWithin, deliverBy, deliverWithin, arbiter } = terms;
  const asked = {
    ...(acceptBy !== undefined && { acceptBy: showTime(acceptBy) }),
    ...(acceptWithin !== undefined && { acceptWithin }),
    ...(deliverBy !== undefined && { deliverBy: showTime(deliverBy) }),
    ...(deliverWithin !== undefined && { deliverWithin }),
    ...(arbiter && { arbiter: arbiter.address }),
  };
  return Object.keys(asked).length > 0 ? asked : undefined;
}

/** True once a time to accept has passed unused. Pure. */
export function isTooLateToAccept({ terms }: Timed, now: number): boolean {
  if (terms?.acceptBy === undefined) return false;
  return terms.acceptedAt === undefined && now >= terms.acceptBy;
}

const NEVER = Number.POSITIVE_INFINITY;

/**
 * The conversation as it is sent or paid at a moment: a duration to accept becomes a time. With
 * a price, a deadline for the work alone can be accepted as long as the price would be held
 * without one. If it was accepted before it was paid, the time for the work begins now. Pure.
 */
export function sentAt<T extends Timed & Pick<Conversation, "price">>(
  conversation: T,
  now: number,
  holdDays: number,
): T {
  const { terms, price } = conversation;
  if (!terms) return conversation;
  if (terms.acceptedAt !== undefined) {
    return { ...conversation, terms: acceptedNow(terms, now) };
  }
  const until = acceptableUntil(terms, now, price > 0 ? holdDays : undefined);
  if (until === NEVER) return conversation;
  return { ...conversation, terms: { ...terms, acceptBy: until } };
}

function acceptableUntil(
  terms: Terms,
  now: number,
  holdDays: number | undefined,
): number {
  const { acceptBy, acceptWithin, deliverBy, deliverWithin } = terms;
  if (acceptBy !== undefined || acceptWithin !== undefined) {
    return Math.min(acceptBy ?? NEVER, after(now, acceptWithin));
  }
  const isForWork = deliverBy !== undefined || deliverWithin !== undefined;
  if (holdDays === undefined || !isForWork) return NEVER;
  return Math.min(now + holdDays * DAY_MS, deliverBy ?? NEVER);
}

function after(moment: number, duration: string | undefined): number {
  return duration === undefined ? NEVER : moment + parseDuration(duration);
}

/**
 * The end of a hold that begins at a moment: after its usual days, and some time after the
 * latest moment that the work may be due, for the signature. Pure.
 */
export function holdEnd(
  { terms }: Timed,
  heldAt: number,
  holdDays: number,
): number {
  const usual = heldAt + holdDays * DAY_MS;
  if (!terms) return usual;
  const accepted =
    terms.acceptedAt === undefined
      ? acceptableUntil(terms, heldAt, holdDays)
      : heldAt;
  const due = dueFrom(terms, accepted);
  const last = due === NEVER ? accepted : due;
  return last === NEVER
    ? usual
    : Math.max(usual, last + LIMITS.dueMarginDays * DAY_MS);
}

function dueFrom({ deliverBy, deliverWithin }: Terms, accepted: number) {
  return Math.min(deliverBy ?? NEVER, after(accepted, deliverWithin));
}

/**
 * The time beyond the end of its hold that a wallet signs for: a dispute moves the end, so that
 * an arbiter can decide. Pure.
 */
export function disputeTime({ terms }: Timed): number {
  return terms?.arbiter ? LIMITS.disputeHours * HOUR_MS : 0;
}

/** How many days a hold that begins at a moment lasts. Pure. */
export function daysHeld(
  conversation: Timed,
  heldAt: number,
  holdDays: number,
): number {
  const end = holdEnd(conversation, heldAt, holdDays);
  return Math.ceil((end - heldAt) / DAY_MS);
}

/** The conversation accepted at a moment, from which the time for the work runs. Pure. */
export function acceptedAt(conversation: Conversation, now: number) {
  const { terms } = conversation;
  if (!terms || terms.acceptedAt !== undefined) return conversation;
  return { ...conversation, terms: acceptedNow(terms, now) };
}

function acceptedNow(
  {
    dueAt: _due,
    since: _since,
    remindedAt: _told,
    isKept: _kept,
    ...terms
  }: Terms,
  now: number,
): Terms {
  const due = dueFrom(terms, now);
  return { ...terms, acceptedAt: now, ...(due !== NEVER && { dueAt: due }) };
}

/** The terms with an agreed moment until when the condition has to be met. Pure. */
export function dueBy(terms: Terms | null, deliverBy: number): Terms {
  const {
    acceptedAt: _accepted,
    dueAt: _due,
    since: _since,
    remindedAt: _told,
    isKept: _kept,
    deliverWithin: _within,
    ...rest
  } = terms ?? {};
  return { ...rest, deliverBy };
}

/**
 * The moments of reminders: when half and a tenth of the time for the work, or for its next
 * step, is left, and when that step is overdue. Pure.
 */
export function remindersOf(
  conversation: Pick<Conversation, "terms" | "milestones">,
): readonly number[] {
  const { acceptedAt: begun, since, dueAt } = conversation.terms ?? {};
  if (begun === undefined) return [];
  const step = nextStepDue(conversation);
  const signed = conversation.milestones?.findLast((it) => it.receipt);
  const from = Date.parse(signed?.receipt?.signedAt ?? "") || begun;
  return [
    ...(dueAt === undefined ? [] : sharesLeft(since ?? begun, dueAt)),
    ...(step === undefined ? [] : [...sharesLeft(from, step), step]),
  ].toSorted((one, other) => one - other);
}

function sharesLeft(from: number, until: number): readonly number[] {
  const least = LIMITS.dueReminderMinutes * MINUTE_MS;
  return LEFT_SHARES.map((share) =>
    Math.ceil(until - (until - from) / share),
  ).filter((at) => until - at >= least);
}

const LEFT_SHARES = [2, 10] as const;

/** The terms with the time at which the clock has to look at them next. Pure. */
export function withNext(conversation: Conversation): Terms | null {
  const { terms } = conversation;
  if (!terms) return null;
  const { next: before, ...rest } = terms;
  const next = nextOf(conversation, rest);
  if (next === before) return terms;
  return next === undefined ? rest : { ...rest, next };
}

function nextOf(conversation: Conversation, terms: Terms): number | undefined {
  const { state, payment } = conversation;
  const { acceptBy, acceptedAt: begun, dueAt, isKept, remindedAt } = terms;
  if (state === "draft" || isTerminal(state)) return undefined;
  // While a price is frozen nothing is missed: only the arbiter is asked.
  const frozen = freezeOf({ terms });
  if (frozen) return frozen.status === "open" ? frozen.askAt : undefined;
  if (begun === undefined) return acceptBy;
  const reminder = remindersOf(conversation).find(
    (at) => at > (remindedAt ?? begun),
  );
  // Only a held price goes back; other work is overdue. Another service ends its own holds.
  const isHeldHere = payment?.status === "held" && payment.reclaim === null;
  const end = isHeldHere && !isKept ? dueAt : undefined;
  const next = Math.min(reminder ?? NEVER, end ?? NEVER);
  return next === NEVER ? undefined : next;
}
