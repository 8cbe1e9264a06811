import { sentenceOf } from "../api/problem.ts";

/** Why the last try failed, shown where it was tried. */
export function Failure({ error }: { error: Error | null }) {
  return (
    error && (
      <p role="alert" className="mb-4 text-error">
        {sentenceOf(error)}
      </p>
    )
  );
}
