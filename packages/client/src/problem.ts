import type { ErrorCode, Problem as ProblemBody } from "./generated/types.ts";

/** One wrong field, by its JSON pointer. */
export type FieldProblem = NonNullable<ProblemBody["errors"]>[number];

/** The service's answer when it refuses or fails (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  /** The error code; `unknown` if something between answered instead of the service. */
  readonly code: ErrorCode | "unknown";
  /** What to do about it, if anything. */
  readonly fix: string | undefined;
  readonly errors: readonly FieldProblem[];
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** The whole problem, with the error's own members. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Partial<ProblemBody>) {
    super(body.detail ?? "The service did not understand. Try again.");
    this.status = status;
    this.code = body.code ?? "unknown";
    this.fix = body.fix;
    this.errors = body.errors ?? [];
    this.requestId = body.requestId;
    this.body = { ...body };
  }
}

/** True for the service's refusal with one of these codes; with any code if none is given. */
export function isProblem<C extends ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is Problem & { readonly code: C } {
  if (!(error instanceof Problem)) return false;
  return codes.length === 0 || codes.some((code) => code === error.code);
}

/** The service could not be reached, or did not answer in time. */
export class Unreached extends Error {
  override readonly name = "Unreached";

  constructor(cause?: unknown) {
    super("Cannot reach the service.", { cause });
  }
}

/** Reads the problem in an answer that failed. */
export async function problemIn(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  const isObject = typeof body === "object" && body !== null;
  return new Problem(response.status, isObject ? body : {});
}
