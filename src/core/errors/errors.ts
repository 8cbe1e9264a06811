import { LIMITS } from "../base/limits.ts";
import type { Say } from "../base/words/say.ts";
import { sayInEnglish } from "../base/words/say.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldOf } from "../base/words/sentence.ts";
import type { ErrorRow, Wire, Words } from "./error_row.ts";
import { wordsFor } from "./error_row.ts";
import type { ErrorCode } from "./error_table.ts";
import { ERRORS } from "./error_table.ts";

/** One wrong field in an answer: an RFC 6901 pointer into the input. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
  /** The known name nearest to an unknown one. */
  readonly didYouMean?: string;
}

/** One wrong field, before its reader is known. */
export interface FieldFault extends Omit<FieldError, "detail"> {
  readonly detail: Sentence;
}

/** The fault of the first field, and the number of others, as far as counted. */
export function firstFault(
  { detail }: Pick<FieldFault, "detail">,
  { length }: readonly unknown[],
): Sentence {
  if (length <= 1) return detail;
  return length > LIMITS.faultsMax
    ? told`${detail} (and ${LIMITS.faultsMax} or more)`
    : told`${detail} (and ${length - 1} more)`;
}

/** The parts of an error beyond its row. All of it is shown to the caller. */
export interface ErrorDetails {
  /** One sentence about this case; the row's title if absent. */
  readonly detail?: Sentence;
  readonly errors?: readonly FieldFault[];
  /** Advice instead of the row's, if that would not help. */
  readonly fix?: Words;
  /** Extra members of the problem object, such as `missing` or `links`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Logged, never shown. */
  readonly cause?: unknown;
}

/** An operation failed for a reason that the caller may know. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  /** The sentence about this case; the message is the same in English. */
  readonly detail: Sentence;
  readonly faults: readonly FieldFault[];
  readonly fix: Words;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { detail = toldOf(ERRORS[code].title) } = details;
    super(shortened(detail.in(sayInEnglish)), { cause: details.cause });
    this.detail = detail;
    this.code = code;
    this.faults = (details.errors ?? []).slice(0, LIMITS.faultsMax);
    this.fix = details.fix ?? ERRORS[code].fix;
    this.extra = details.extra ?? {};
  }

  /** The same error with some parts replaced. */
  with(other: Omit<ErrorDetails, "fix">): ServiceError {
    const { code, detail, faults, fix, extra, cause } = this;
    const own = { detail, errors: faults, fix, extra, cause };
    return new ServiceError(code, { ...own, ...other });
  }

  /** The sentence about this case, in a language; in English it is the message. */
  said(say: Say): string {
    return shortened(this.detail.in(say));
  }

  /** The wrong fields in English, for programs. */
  get errors(): readonly FieldError[] {
    return this.saidErrors(sayInEnglish);
  }

  /** The fields that are wrong, in a language. */
  saidErrors(say: Say): readonly FieldError[] {
    return this.faults.map((it) => saidFault(it, say));
  }
}

/** The fault of one field, in a language. */
export function saidFault(fault: FieldFault, say: Say): FieldError {
  return {
    ...fault,
    pointer: shortened(fault.pointer),
    detail: shortened(fault.detail.in(say)),
  };
}

/** Limits the text about a request, however long the request. */
function shortened(text: string): string {
  const max = LIMITS.errorTextCharsMax;
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** The table's row of an error. */
export function rowOf(error: ServiceError): ErrorRow {
  return ERRORS[error.code];
}

/** The problem object (RFC 9457) that every wire carries. */
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

/** The wire of the answer: its own texts are used. */
interface ProblemContext {
  readonly baseUrl: string;
  readonly requestId: string;
  readonly wire?: Wire;
  /** English by default, for programs. */
  readonly say?: Say;
}

/** Renders an error; `error` and `detail` have the same exact sentence. */
export function problemOf(
  error: ServiceError,
  { baseUrl, requestId, wire = "rest", say = sayInEnglish }: ProblemContext,
): Problem {
  const row = rowOf(error);
  const sentence = error.said(say);
  return {
    // First, so it cannot override the row's members.
    ...error.extra,
    type: `${baseUrl}/problems/${error.code}`,
    title: say.of(row.title),
    status: row.status,
    detail: sentence,
    code: error.code,
    error: sentence,
    message: sentence,
    fix: say.of(wordsFor(error.fix, wire)),
    docs: `${baseUrl}/docs/errors#${error.code}`,
    requestId,
    ...(error.faults.length > 0 && { errors: error.saidErrors(say) }),
  };
}
