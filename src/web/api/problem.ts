/** What the service says when it cannot do something (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: string;
  /** Which fields are wrong, by JSON pointer. */
  readonly errors: readonly FieldProblem[];

  constructor(status: number, body: Partial<ProblemBody>) {
    super(body.detail ?? "The service did not understand. Try again.");
    this.status = status;
    this.code = body.code ?? "unknown";
    this.errors = body.errors ?? [];
  }
}

interface FieldProblem {
  readonly pointer: string;
  readonly detail: string;
}

interface ProblemBody {
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
}

/** The service could not be reached at all. */
export class Unreached extends Error {
  override readonly name = "Unreached";
}

/** An answer that is not what was asked for. */
export async function problemIn(response: Response): Promise<Problem> {
  const body = await response.json().catch(() => ({}));
  return new Problem(response.status, body);
}

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
