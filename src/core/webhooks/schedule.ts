import { HOUR_MS } from "../base/time.ts";

const MINUTE_MS = 60_000;

/** How long after each attempt the next one comes: three days of them in all. */
const PAUSES_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  ...Array.from({ length: 6 }, () => 10 * HOUR_MS),
];

/** How long a receiver may put a message off. */
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/**
 * When a message is tried again, after so many attempts; undefined after the last. A
 * fifth is left to chance, so that not everything comes back at once.
 * @param random From 0 to 1.
 */
export function pauseAfter(
  attempts: number,
  random: number,
  retryAfterMs: number,
): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  const spread = Math.round(pause * (1 + 0.2 * random));
  return Math.max(spread, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
}

/** Reads Retry-After (RFC 9110, 10.2.3): seconds, or a date; 0 if it says nothing. */
export function retryAfterMs(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
