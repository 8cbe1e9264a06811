import type { MicroUsdc } from "../../../base/money.ts";
import type { PriceRelease, Receipt } from "../../../payments/model.ts";

/** A step of a price with its own condition and receipt, as stored. */
export interface Milestone {
  /** Unique in its conversation. */
  readonly id: string;
  /** The sender's words. */
  readonly title: string;
  readonly amount: MicroUsdc;
  readonly release: PriceRelease;
  /** Until when it is to be delivered: a moment, and a duration from the acceptance on. */
  readonly deliverBy?: number;
  readonly deliverWithin?: string;
  /** The receipt that released it; null before. */
  readonly receipt: Receipt | null;
  /** Numbers of the newest message and file at its receipt: later ones earn the next one. */
  readonly until: Place | null;
}

/** Numbers of a message and a file; 0 for none. */
export interface Place {
  readonly message: number;
  readonly file: number;
}

export const MILESTONE_STATES = ["open", "released", "returned"] as const;
export type MilestoneState = (typeof MILESTONE_STATES)[number];
