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

/** True once nothing but flags and audit reads remain. */
export function isTerminal(state: State): boolean {
  return TERMINAL.includes(state);
}
