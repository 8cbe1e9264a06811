import type { Language } from "./words/languages.ts";
import { LOCALES } from "./words/languages.ts";

/** Shows a moment as RFC 3339 in UTC with milliseconds. */
export function showTime(at: number): string {
  return new Date(at).toISOString();
}

/** The same for a moment that may be null. */
export function timeOrNull(at: number | null): string | null {
  return at === null ? null : showTime(at);
}

const RFC_3339 =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** Reads a moment as RFC 3339, such as 2030-01-31T12:00:00Z; NaN for anything else. */
export function parseTime(text: string): number {
  return RFC_3339.test(text) ? Date.parse(text) : Number.NaN;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads a UTC day, such as 2030-01-31, as its first moment; NaN for anything else. */
export function parseDay(text: string): number {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // A 31st of February would become a day of March.
  return Number.isFinite(at) && showTime(at).startsWith(text) ? at : Number.NaN;
}

const IN_WORDS = { dateStyle: "long", timeStyle: "short" } as const;

/**
 * Shows a moment to a person, to the minute: "November 28, 2026 at 11:33 AM UTC". For mail
 * and pages without a script, which do not know the reader's zone; a chosen zone is named:
 * "November 28, 2026 at 12:33 PM (Europe/Berlin)".
 */
export function timeInWords(
  at: number,
  timeZone: string | null | undefined,
  language: Language,
): string {
  const words = new Intl.DateTimeFormat(LOCALES[language], {
    ...IN_WORDS,
    timeZone: timeZone || "UTC",
  });
  // A narrow space before AM is a box in some mail programs.
  const said = words.format(at).replaceAll("\u202f", " ");
  return timeZone ? `${said} (${timeZone})` : `${said} UTC`;
}

/** True for a known time zone (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** The UTC day of a moment, in days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The result of some work, or of `late` if that takes longer. */
export async function withinTime<T>(
  ms: number,
  work: Promise<T>,
  late: () => T | Promise<T>,
): Promise<T> {
  const over = Promise.withResolvers<T>();
  const timer = setTimeout(() => over.resolve(Promise.try(late)), ms);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
