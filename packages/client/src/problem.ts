import type { ErrorCode, Problem as ProblemBody } from "./generated/types.ts";

/** One field that is wrong, by its JSON pointer. */
export type FieldProblem = NonNullable<ProblemBody["errors"]>[number];

/** The service's answer when it refuses or fails (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  /** The fault; `unknown` where something between answered in the service's place. */
  readonly code: ErrorCode | "unknown";
  /** The remedy, if there is one. */
  readonly fix: string | undefined;
  readonly errors: readonly FieldProblem[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** The whole problem, with what an error has of its own. */
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

/** True for a refusal by the service with one of these codes; with any, if none is named. */
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

/** Reads an answer that is not what was asked for. */
export async function problemIn(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  const isObject = typeof body === "object" && body !== null;
  return new Problem(response.status, isObject ? body : {});
}
