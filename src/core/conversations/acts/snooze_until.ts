/**
 * Until when is a conversation put aside? `operations/wake_conversation.ts` brings it back.
 * @module
 */
import { Type } from "typebox";
import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { nullable, string } from "../../base/schemas.ts";
import { DAY_MS, parseTime } from "../../base/time.ts";
import { told } from "../../base/words/sentence.ts";
import { invalid } from "../../errors/field_errors.ts";
import { UNTIL_CHANGE } from "../model/model.ts";

/** The end of a snooze, in an input. */
export const SNOOZE_FIELD = {
  snoozeUntil: Type.Optional(
    nullable(
      string(
        "Snooze until a time, such as 2030-01-31T12:00:00Z, or until its next change (change); null brings it back now. Any change brings it back.",
        40,
      ),
    ),
  ),
};

/** Reads the end of a snooze; null for none, undefined to leave it. @throws invalid_input */
export function readSnoozeUntil(
  { now }: QueryCall,
  given: string | null | undefined,
): number | null | undefined {
  if (given === null || given === undefined) return given;
  if (given === "change") return UNTIL_CHANGE;
  const at = parseTime(given);
  if (Number.isNaN(at)) {
    const detail = told`it must be a time such as 2030-01-31T12:00:00Z, change, or null`;
    throw invalid("/snoozeUntil", "invalid_time", detail);
  }
  if (at <= now) {
    throw invalid("/snoozeUntil", "past", told`it must be in the future`);
  }
  const days = LIMITS.snoozeDaysMax;
  if (at > now + days * DAY_MS) {
    throw invalid(
      "/snoozeUntil",
      "too_late",
      told`it must be within ${days} days`,
    );
  }
  return at;
}
