import { Type } from "typebox";
import { LIMITS } from "../../base/limits.ts";
import { DAY_MS, parseDay } from "../../base/time.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";

/** A period from one time until before another; open where one is absent. */
export interface Period {
  readonly from?: number;
  readonly before?: number;
}

/** The input of a period: its first and last UTC day. */
export const PeriodFields = {
  from: dayField("The first day, in UTC, such as 2030-01-01."),
  to: dayField("The last day, in UTC, which belongs to it."),
};

function dayField(description: string) {
  const maxLength = LIMITS.dayCharsMax;
  return Type.Optional(Type.String({ description, maxLength }));
}

/** Reads a period. @throws invalid_input for an invalid day, or an end before its start */
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

/** Reads a day as its first moment. @throws invalid_input */
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
