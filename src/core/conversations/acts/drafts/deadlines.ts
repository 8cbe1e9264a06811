import type { QueryCall } from "../../../access/context.ts";
import { parseRecipient } from "../../../addresses/address.ts";
import { parseDuration } from "../../../base/duration.ts";
import { LIMITS } from "../../../base/limits.ts";
import { DAY_MS, HOUR_MS } from "../../../base/time.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid, readTime } from "../../../errors/field_errors.ts";
import type { Conversation } from "../../model/model.ts";
import {
  askedDeadlines,
  daysHeld,
  sentAt,
} from "../../model/terms/deadlines.ts";
import type { Terms } from "../../model/terms/terms.ts";

/** Deadlines and the arbiter as they are written; null removes one. */
interface DeadlineInput {
  readonly acceptBy?: string | null | undefined;
  readonly acceptWithin?: string | null | undefined;
  readonly deliverBy?: string | null | undefined;
  readonly deliverWithin?: string | null | undefined;
  readonly arbiter?: string | null | undefined;
}

const TIMES = ["acceptBy", "deliverBy"] as const;
const DURATIONS = ["acceptWithin", "deliverWithin"] as const;

/**
 * Reads the deadlines and the arbiter of a draft, starting from the earlier ones.
 * @throws invalid_input
 */
export function readDeadlines(
  input: DeadlineInput,
  before: Terms | null,
): Terms | null {
  const terms: { -readonly [Name in keyof Terms]: Terms[Name] } = {
    ...before,
  };
  for (const name of TIMES) {
    const written = input[name];
    if (written === undefined) continue;
    delete terms[name];
    if (written !== null) terms[name] = readTime(name, written);
  }
  for (const name of DURATIONS) {
    const written = input[name];
    if (written === undefined) continue;
    delete terms[name];
    if (written !== null) terms[name] = readDuration(name, written);
  }
  if (input.arbiter !== undefined) {
    delete terms.arbiter;
    if (input.arbiter !== null) {
      const address = parseRecipient(input.arbiter);
      terms.arbiter = { address, accountId: null };
    }
  }
  return Object.keys(terms).length > 0 ? terms : null;
}

/** Reads a duration in a field. @throws invalid_input */
export function readDuration(
  name: string,
  written: string,
  within = "",
): string {
  const ms = parseDuration(written);
  if (Number.isNaN(ms)) {
    throw invalid(
      `${within}/${name}`,
      "invalid_duration",
      told`${name} must be an ISO 8601 duration such as PT36H or P3D, without years and months`,
    );
  }
  if (ms > LIMITS.deadlineDaysMax * DAY_MS) {
    throw tooFar(name, within);
  }
  return written;
}

/** The refusal of a deadline that is too late. */
export function tooFar(name: string, within = "") {
  return invalid(
    `${within}/${name}`,
    "too_late",
    told`${name} must be within ${LIMITS.deadlineDaysMax} days`,
  );
}

/**
 * Refuses deadlines that have passed, contradict each other, or are further away than a price
 * can be held.
 * @throws invalid_input
 */
export function checkDeadlines(
  { now }: QueryCall,
  conversation: Conversation,
  holdDays: number,
): void {
  const { terms } = sentAt(conversation, now, holdDays);
  checkStepDates(conversation, now);
  if (!terms || !askedDeadlines(conversation)) return;
  for (const name of TIMES) {
    const at = terms[name];
    const isOver = name === "acceptBy" && terms.acceptedAt !== undefined;
    if (at === undefined || isOver) continue;
    if (at <= now) {
      throw invalid(`/${name}`, "past", told`${name} must be in the future`);
    }
    if (at > now + LIMITS.deadlineDaysMax * DAY_MS) throw tooFar(name);
  }
  const { acceptBy = now, deliverBy } = terms;
  if (deliverBy !== undefined && acceptBy > deliverBy) {
    throw invalid(
      "/acceptBy",
      "conflict",
      told`it must be accepted before it has to be delivered`,
    );
  }
  if (conversation.price > 0) checkHold(now, conversation, holdDays);
}

/**
 * Refuses dates of steps that have passed, are before that of an earlier step, or after the
 * deadline of the whole.
 * @throws invalid_input
 */
function checkStepDates(
  { terms, milestones }: Conversation,
  now: number,
): void {
  const { deliverBy: whole = NEVER, deliverWithin } = terms ?? {};
  const wholeWithin = deliverWithin ? parseDuration(deliverWithin) : NEVER;
  let [last, longest] = [now, 0];
  for (const [index, it] of (milestones ?? []).entries()) {
    const at = `/milestones/${index}`;
    const { deliverBy = last, deliverWithin: written } = it;
    const within = written ? parseDuration(written) : longest;
    const isDayWrong = deliverBy < last || deliverBy > whole;
    if (deliverBy > now + LIMITS.deadlineDaysMax * DAY_MS) {
      throw tooFar("deliverBy", at);
    }
    if (isDayWrong || within < longest || within > wholeWithin) {
      const name = isDayWrong ? "deliverBy" : "deliverWithin";
      const detail = told`a step must be due in the future, not before the step ahead of it, and not after the whole`;
      throw invalid(`${at}/${name}`, "conflict", detail);
    }
    [last, longest] = [deliverBy, within];
  }
}

const NEVER = Number.POSITIVE_INFINITY;

function checkHold(
  now: number,
  conversation: Conversation,
  holdDays: number,
): void {
  const { rail, terms } = conversation;
  // A wallet may pay as late as this.
  const heldAt = rail === "ledger" ? now : now + LIMITS.fundingHours * HOUR_MS;
  const days = daysHeld(conversation, heldAt, holdDays);
  if (days <= LIMITS.deadlineHoldDaysMax) return;
  const name =
    terms?.deliverWithin === undefined ? "deliverBy" : "deliverWithin";
  throw invalid(
    `/${name}`,
    "beyond_hold",
    told`the price would be held for ${days} days, but at most ${LIMITS.deadlineHoldDaysMax} are possible; choose earlier deadlines, or no price`,
  );
}
