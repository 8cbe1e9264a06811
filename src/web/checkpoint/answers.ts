import type { Checkpoint } from "../api/types.ts";

/** What the two answers to a question are called. */
export interface Answers {
  readonly approve: string;
  readonly decline: string;
  /** True where approving is to write what was asked for. */
  readonly isAnswer: boolean;
}

/** A question in words is answered, everything else approved. Pure. */
export function answersOf(act: Checkpoint["act"]): Answers {
  return act === "ask"
    ? { approve: "Answer", decline: "Do not answer", isAnswer: true }
    : { approve: "Approve", decline: "Decline", isAnswer: false };
}
