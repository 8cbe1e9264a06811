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
