import { Problem, Unreached } from "../../../packages/client/src/problem.ts";

/** One sentence for the person about a change that was asked for. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Unreached) {
    return "The service cannot be reached. Nothing was changed.";
  }
  return error instanceof Problem
    ? error.message
    : "That did not work. Try again.";
}

/** One sentence for the person about what was to be shown. */
export function readingSentenceOf(error: Error): string {
  return error instanceof Unreached
    ? "Could not read this: the service cannot be reached."
    : sentenceOf(error);
}
