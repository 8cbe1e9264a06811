import type { Attempt } from "../db/tables/data/delivery_schema.ts";
import { pauseAfter } from "./back_off.ts";
import type { Delivery } from "./delivery_store.ts";

/**
 * The result of a delivery: accepted; to be retried; refused for good; its receiver is gone
 * for good; no longer needed or wanted; or postponed, which does not count as an attempt.
 */
export type Came =
  | "delivered"
  | "retry"
  | "failed"
  | "gone"
  | "dropped"
  | "later";

/** The outcome of a delivery, as its sender reports it. */
export interface DeliveryOutcome {
  readonly came: Came;
  /** The line for its log, if any. */
  readonly attempt?: Attempt;
  /** The minimum wait: requested by the receiver, or until it is time. */
  readonly afterMs?: number;
  /** Facts for its record, beside ids. */
  readonly refs?: Readonly<Record<string, string>>;
  /** A refusal in the other service's own words. */
  readonly refusal?: string;
  /** True if it was dropped because its reader wants none. */
  readonly isUnwanted?: true;
  /** The version of a task that was sent, and whether no other follows. */
  readonly sent?: { readonly version: number; readonly isOver: boolean };
}

/** The state of a delivery after an outcome. */
export type DeliveryStanding = Pick<
  Delivery,
  "status" | "attempts" | "dueAt" | "settledAt"
>;

const ENDS: Readonly<Record<Came, Delivery["status"]>> = {
  delivered: "delivered",
  retry: "failed",
  failed: "failed",
  gone: "failed",
  dropped: "dropped",
  later: "waiting",
};

type Tried = Pick<Delivery, "attempts" | "dueAt" | "createdAt">;

interface Trying {
  readonly now: number;
  readonly random: number;
  readonly schedule: readonly number[];
  /** Ends it by its age, not by its attempts. */
  readonly keptMs?: number | undefined;
}

/**
 * The state after an outcome: retried after a pause, or ended.
 * @param random From 0 to 1.
 */
export function standingAfter(
  { attempts, dueAt, createdAt }: Tried,
  { came, afterMs = 0 }: DeliveryOutcome,
  { now, random, schedule, keptMs }: Trying,
): DeliveryStanding {
  const waits = { status: "waiting", settledAt: null } as const;
  if (came === "later") {
    return { ...waits, attempts: attempts - 1, dueAt: now + afterMs };
  }
  const isOver = keptMs !== undefined && now >= createdAt + keptMs;
  const tries =
    keptMs === undefined ? attempts : Math.min(attempts, schedule.length);
  const pause =
    came === "retry" && !isOver
      ? pauseAfter(schedule, tries, { random, retryAfterMs: afterMs })
      : undefined;
  return pause === undefined
    ? { status: ENDS[came], settledAt: now, attempts, dueAt }
    : { ...waits, attempts, dueAt: now + pause };
}
