/** Shows a moment as RFC 3339 in UTC with milliseconds (decisions.md B). */
export function showTime(at: number): string {
  return new Date(at).toISOString();
}

/** The same of what may not have happened. */
export function timeOrNull(at: number | null): string | null {
  return at === null ? null : showTime(at);
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
