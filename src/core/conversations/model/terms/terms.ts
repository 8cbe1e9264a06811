import type { Arbiter, Dispute } from "./dispute.ts";

/** The terms of the work beside its price (docs/time.md). */
export interface Terms {
  /** Until when it can be accepted. */
  readonly acceptBy?: number;
  /** The same as a duration from the submit on, as it was written. */
  readonly acceptWithin?: string;
  readonly deliverBy?: number;
  /** A duration from the acceptance on, as it was written. */
  readonly deliverWithin?: string;
  readonly acceptedAt?: number;
  /** Until when the condition has to be met; set at the acceptance. */
  readonly dueAt?: number;
  /** Since when the time until `dueAt` is counted, if it was extended. */
  readonly since?: number;
  /** When those whose turn it is were reminded last. */
  readonly remindedAt?: number;
  /** True once its time has come and nothing had to end. */
  readonly isKept?: boolean;
  /** The account that decides a dispute which the two do not settle. */
  readonly arbiter?: Arbiter;
  /** The open dispute, or the last one. */
  readonly dispute?: Dispute;
  /** When the clock has to look at it next; `save` sets it. */
  readonly next?: number;
}
