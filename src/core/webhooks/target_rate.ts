import type { CommandCall } from "../access/context.ts";
import { SlidingWindow, WINDOW_MS } from "../access/sliding_window.ts";
import { LIMITS } from "../base/limits.ts";
import { told, toldMany } from "../base/words/sentence.ts";
import { perDatabase } from "../db/per_database.ts";
import { ServiceError } from "../errors/errors.ts";

/** By host for all accounts, so that many of them aiming at one target add up. */
const askedOf = perDatabase(
  () => new SlidingWindow(LIMITS.webhookAskedPerHostMinute),
);

/**
 * Counts what a caller has sent to a host: a test, an event again, or the end of a task.
 * @throws rate_limited with `retryAfter` in seconds
 */
export function takeTarget(
  { db, now }: CommandCall,
  { url }: { readonly url: string },
  events: number,
): void {
  const { hostname: host } = new URL(url);
  const waitMs = askedOf(db).take(host, now, events);
  if (waitMs <= 0) return;
  const max = LIMITS.webhookAskedPerHostMinute;
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
  throw new ServiceError("rate_limited", {
    detail: told`Cannot send this now: tests and replays of all accounts can send ${host} up to ${max} events per minute. Try again in ${toldMany(retryAfter)`# second|# seconds`}.`,
    extra: {
      retryAfter,
      rate: { class: "target", max, windowSeconds: WINDOW_MS / 1_000 },
    },
  });
}
