import { Type } from "typebox";
import { LIMITS } from "../../base/limits.ts";
import { string } from "../../base/schemas.ts";
import { told } from "../../base/words/sentence.ts";
import { invalid, readTime } from "../../errors/field_errors.ts";

const Time = string("A time (RFC 3339).", LIMITS.idCharsMax);

/** When a membership or a delegation counts. */
export const SPAN = {
  from: Type.Optional(Time),
  until: Type.Optional(Time),
};

/** The two times of a span, whose end is still to come. @throws invalid_input */
export function readSpan(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  now: number,
) {
  const startsAt = from === undefined ? null : readTime("from", from);
  const expiresAt = until === undefined ? null : readTime("until", until);
  if (expiresAt !== null && expiresAt <= Math.max(now, startsAt ?? now)) {
    throw invalid("/until", "invalid_time", told`it must be in the future`);
  }
  return { startsAt, expiresAt };
}
