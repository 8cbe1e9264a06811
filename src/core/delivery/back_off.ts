import { HOUR_MS, MINUTE_MS } from "../base/time.ts";

/** The longest time a receiver may postpone a delivery. */
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/** The pauses towards a server of others: three days in all. */
export const THREE_DAYS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  ...Array.from({ length: 6 }, () => 10 * HOUR_MS),
];

/**
 * The pause after this many attempts; undefined after the last. A fifth is random, so not
 * everything comes back at once.
 * @param random From 0 to 1.
 */
export function pauseAfter(
  schedule: readonly number[],
  attempts: number,
  { random, retryAfterMs = 0 }: { random: number; retryAfterMs?: number },
): number | undefined {
  const pause = schedule[attempts - 1];
  if (pause === undefined) return undefined;
  const spread = Math.round(pause * (1 + 0.2 * random));
  return Math.max(spread, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
}

/** Reads Retry-After (RFC 9110, 10.2.3): seconds, or a date; 0 if unreadable. */
export function retryAfterMs(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
