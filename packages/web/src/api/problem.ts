import { Problem, Unreached } from "../../../client/src/problem.ts";
import { t } from "../ui/t.ts";

/** One sentence for the person about a change that was asked for. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Unreached) {
    return t`Can't reach the service. Nothing was changed.`;
  }
  if (!(error instanceof Problem)) return t`That didn't work. Try again.`;
  return error.body.detail === undefined
    ? t`The service couldn't process that. Try again.`
    : error.message;
}

/** One sentence for the person about what was to be shown. */
export function readingSentenceOf(error: Error): string {
  return error instanceof Unreached
    ? t`Couldn't load this. The service can't be reached.`
    : sentenceOf(error);
}
