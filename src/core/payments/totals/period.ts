import { Type } from "typebox";
import { LIMITS } from "../../base/limits.ts";
import { DAY_MS, parseDay } from "../../base/time.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";

/** Moments from one on and before another; open where it says none. */
export interface Period {
  readonly from?: number;
  readonly before?: number;
}

/** How a period is asked for: by its first and its last UTC day. */
export const PeriodFields = {
  from: dayField("The first day, in UTC, such as 2030-01-01."),
  to: dayField("The last day, in UTC, which belongs to it."),
};

function dayField(description: string) {
  const maxLength = LIMITS.dayCharsMax;
  return Type.Optional(Type.String({ description, maxLength }));
}

/**
 * Reads a period.
 * @throws invalid_input for what is no day, or an end before its start
 */
export function readPeriod({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): Period {
  const start = from === undefined ? undefined : readDay(from, "/from");
  const last = to === undefined ? undefined : readDay(to, "/to");
  if (start !== undefined && last !== undefined && last < start) {
    throw wrongDay("/to", told`the last day is before the first`);
  }
  return {
    ...(start !== undefined && { from: start }),
    ...(last !== undefined && { before: last + DAY_MS }),
  };
}

/**
 * Reads a day of a field as its first moment.
 * @throws invalid_input
 */
export function readDay(text: string, pointer: string): number {
  const at = parseDay(text);
  if (Number.isFinite(at)) return at;
  throw wrongDay(pointer, told`use a day such as 2030-01-31`);
}

function wrongDay(pointer: string, detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot read the period: ${detail}.`,
    errors: [{ pointer, code: "day", detail }],
  });
}
