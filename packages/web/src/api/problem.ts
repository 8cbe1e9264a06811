import { Problem, Unreached } from "../../../client/src/problem.ts";
import { t } from "../ui/t.ts";

/** One sentence for the person about a change that failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Unreached) {
    return t`Can't reach the service. Nothing was changed.`;
  }
  if (!(error instanceof Problem)) return t`That didn't work. Try again.`;
  return error.body.detail === undefined
    ? t`The service couldn't process that. Try again.`
    : error.message;
}

/** The sentence about a refusal, for the only field of a form; nothing without one. */
export function faultIn(error: Error | null): string | undefined {
  return error === null ? undefined : sentenceOf(error);
}

/** The sentence about a refusal, for the field that it is about; nothing for any other. */
export function faultAt(
  error: Error | null,
  pointer: string,
): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  const isIt = (it: string) => it === pointer || it.startsWith(`${pointer}/`);
  const found = error.errors.find((it) => isIt(it.pointer));
  if (!found) return undefined;
  if (error.errors.length === 1) return sentenceOf(error);
  return `${found.detail.charAt(0).toUpperCase()}${found.detail.slice(1)}.`;
}

/** A refusal that is about none of these fields. */
export function faultBeside(
  error: Error | null,
  pointers: readonly string[],
): Error | null {
  const isSaid = pointers.some((it) => faultAt(error, it) !== undefined);
  return isSaid ? null : error;
}

/** One sentence for the person about a read that failed. */
export function readingSentenceOf(error: Error): string {
  return error instanceof Unreached
    ? t`Couldn't load this. The service can't be reached.`
    : sentenceOf(error);
}
