import type { ErrorRow } from "./error_row.ts";
import type { ErrorCode } from "./error_table.ts";
import { ERRORS } from "./error_table.ts";
import { LIMITS } from "./limits.ts";

/** One field that is wrong: an RFC 6901 pointer into the input. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** What an error says beyond its row. Everything here is shown to the caller. */
export interface ErrorDetails {
  /** One sentence about this case; the row's title if absent. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** What to do about it, where the row's advice would not help in this case. */
  readonly fix?: string;
  /** Extra members of the problem object, such as `missing` or `links`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Logged, never shown. */
  readonly cause?: unknown;
}

/** An operation could not be done, for a reason the caller may be told. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly fix: string;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const text = details.detail ?? ERRORS[code].title;
    super(shortened(text), { cause: details.cause });
    this.code = code;
    this.errors = (details.errors ?? [])
      .slice(0, LIMITS.faultsMax)
      .map(boundedFault);
    this.fix = details.fix ?? ERRORS[code].fix;
    this.extra = details.extra ?? {};
  }
}

function boundedFault(fault: FieldError): FieldError {
  return {
    pointer: shortened(fault.pointer),
    code: fault.code,
    detail: shortened(fault.detail),
  };
}

/** What is said of a request is bounded, however much the request held. */
function shortened(text: string): string {
  const max = LIMITS.errorTextCharsMax;
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** The table's row of an error. */
export function rowOf(error: ServiceError): ErrorRow {
  return ERRORS[error.code];
}

/** The problem object (RFC 9457, decisions.md L) that every wire carries. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly error: string;
  readonly message: string;
  readonly fix: string;
  readonly docs: string;
  readonly requestId: string;
  readonly errors?: readonly FieldError[];
  readonly [extra: string]: unknown;
}

/** Renders an error; `error` and `detail` carry the same exact sentence. */
export function problemOf(
  error: ServiceError,
  at: { readonly baseUrl: string; readonly requestId: string },
): Problem {
  const row = rowOf(error);
  return {
    // First, so that nothing said beyond its row takes the place of what the row says.
    ...error.extra,
    type: `${at.baseUrl}/problems/${error.code}`,
    title: row.title,
    status: row.status,
    detail: error.message,
    code: error.code,
    error: error.message,
    message: error.message,
    fix: error.fix,
    docs: `${at.baseUrl}/docs#${error.code}`,
    requestId: at.requestId,
    ...(error.errors.length > 0 && { errors: error.errors }),
  };
}
