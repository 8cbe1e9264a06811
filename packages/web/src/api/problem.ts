import { Problem, Unreached } from "../../../client/src/problem.ts";
import { t } from "../ui/t.ts";

/** One sentence for the person about a change that was asked for. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Unreached) {
    return t`The service cannot be reached. Nothing was changed.`;
  }
  if (!(error instanceof Problem)) return t`That did not work. Try again.`;
  return error.body.detail === undefined
    ? t`The service did not understand. Try again.`
    : error.message;
}

/** One sentence for the person about what was to be shown. */
export function readingSentenceOf(error: Error): string {
  return error instanceof Unreached
    ? t`Could not read this: the service cannot be reached.`
    : sentenceOf(error);
}
