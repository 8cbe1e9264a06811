/** Shows a moment as RFC 3339 in UTC with milliseconds. */
export function showTime(at: number): string {
  return new Date(at).toISOString();
}

/** The same of what may not have happened. */
export function timeOrNull(at: number | null): string | null {
  return at === null ? null : showTime(at);
}

const WORDS = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/**
 * Shows a moment to a person, to the minute: "28 November 2026 at 11:33 UTC". For
 * mail and for pages without a script, which do not know where the reader is.
 */
export function timeInWords(at: number): string {
  return `${WORDS.format(at)} UTC`;
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** The UTC day of a moment, in days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
