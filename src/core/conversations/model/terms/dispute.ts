import type { MicroUsdc } from "../../../base/money.ts";

/** The payer's complaints. */
export const DISPUTE_REASONS = [
  "not_delivered",
  "not_as_agreed",
  "late",
  "unauthorised",
  "other",
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

export const DISPUTE_STATUSES = [
  "open",
  "arbitration",
  "settled",
  "ruled",
  "withdrawn",
  "declined",
  "lapsed",
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export const SPLIT_STATUSES = ["open", "replaced", "taken", "ended"] as const;
export type SplitStatus = (typeof SPLIT_STATUSES)[number];

/** The account that decides a dispute, as it was named. */
export interface Arbiter {
  readonly address: string;
  /** Null on a draft, where it was not looked up yet. */
  readonly accountId: string | null;
}

/** A number that one side names: how much goes back; the rest is paid out. */
export interface Split {
  /** Position of the side. */
  readonly by: number;
  readonly returned: MicroUsdc;
  /** The side's words; empty without any. */
  readonly text: string;
  /** Ids of messages and files, and numbers of audit records. */
  readonly evidence: readonly string[];
  readonly at: number;
  readonly status: SplitStatus;
}

/** How a dispute ended. */
export interface DisputeOutcome {
  /** Position of the one whose act ended it; null for the clock. */
  readonly by: number | null;
  readonly returned: MicroUsdc;
  readonly released: MicroUsdc;
  /** The arbiter's words; empty without any. */
  readonly text: string;
  readonly at: number;
  /** Absent where nobody decided it. */
  readonly jws?: string;
}

/** A dispute about a price, as stored: the open one, or the last. */
export interface Dispute {
  readonly id: string;
  /** A held price is frozen; about a released one it is only a claim. */
  readonly about: "held" | "released";
  readonly reason: DisputeReason;
  /** The disputed amount: all that was held, or could be refunded. */
  readonly amount: MicroUsdc;
  readonly status: DisputeStatus;
  /** The numbers of both sides, oldest first; the first is the claim. */
  readonly splits: readonly Split[];
  readonly openedAt: number;
  /** When the arbiter is asked, or was; absent without one. */
  readonly askAt?: number;
  /** Until when the arbiter can rule; absent before it is asked. */
  readonly ruleBy?: number;
  readonly outcome?: DisputeOutcome;
  /** How many were opened in the conversation so far. */
  readonly count: number;
}

/** True while it can still be settled. */
export function isOpenDispute(
  dispute: Dispute | undefined,
): dispute is Dispute & { readonly status: "open" | "arbitration" } {
  return dispute?.status === "open" || dispute?.status === "arbitration";
}
