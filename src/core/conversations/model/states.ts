import { LIMITS } from "../../base/limits.ts";
import { DAY_MS } from "../../base/time.ts";

/** States of a conversation (docs/states.md). */
export const STATES = [
  "draft",
  "submitted",
  "working",
  "input-required",
  "auth-required",
  "completed",
  "canceled",
  "failed",
  "rejected",
] as const;
export type State = (typeof STATES)[number];

const TERMINAL: readonly State[] = [
  "completed",
  "canceled",
  "failed",
  "rejected",
];

/** True once only flags and audit reads remain. */
export function isTerminal(state: State): boolean {
  return TERMINAL.includes(state);
}

/** Until when a completed conversation accepts messages; undefined for others. */
export function afterwordsUntil({
  state,
  stateAt,
}: {
  readonly state: State;
  readonly stateAt: number;
}): number | undefined {
  return state === "completed"
    ? stateAt + LIMITS.afterwordDays * DAY_MS
    : undefined;
}

/** How a conversation reached a participant, or why it did not. */
export const DELIVERY_STATES = [
  "pending",
  "on_service",
  /** For an inbox at another service: on the way, arrived, or given up after three days. */
  "remote_queued",
  "remote_delivered",
  "undelivered",
  "invite_queued",
  "invite_deferred",
  "invite_limited",
  "invite_sent",
  "invite_bounced",
  "invite_suppressed",
  "invite_dropped",
  /** An address on our own domain that does not exist. */
  "no_such_account",
  "opened",
  "declined",
  "joined",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Its sender, an account in `to` or with a copy, an arbiter, a decider, the review, or the service. */
export type Mover =
  | "sender"
  | "recipient"
  | "copy"
  | "arbiter"
  | "person"
  | "review"
  | "system";

/** The effect of a transition on the price. */
export type PaymentEffect =
  | "none"
  | "require"
  | "hold"
  | "keep"
  | "release"
  | "release_part"
  | "split"
  | "void";

export interface Transition {
  /** Its row in docs/states.md, which is generated from this table. */
  readonly row: number;
  readonly from: readonly (State | "new")[];
  /** `same` stays, `previous` returns to the state before a checkpoint. */
  readonly to: State | "same" | "previous" | "deleted";
  readonly by: readonly Mover[];
  readonly payment: PaymentEffect;
  /** The event and its conditions: one sentence of docs/states.md. */
  readonly when: string;
}
