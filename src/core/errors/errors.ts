import { LIMITS } from "../base/limits.ts";
import type { Say } from "../base/words/say.ts";
import { sayInEnglish } from "../base/words/say.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldOf } from "../base/words/sentence.ts";
import type { ErrorRow, Wire, Words } from "./error_row.ts";
import { wordsFor } from "./error_row.ts";
import type { ErrorCode } from "./error_table.ts";
import { ERRORS } from "./error_table.ts";

/** One field that is wrong, as a caller is told: an RFC 6901 pointer into the input. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
  /** The known name that an unknown one is nearest to. */
  readonly didYouMean?: string;
}

/** One field that is wrong, before it is known who reads of it. */
export interface FieldFault extends Omit<FieldError, "detail"> {
  readonly detail: Sentence;
}

/** The fault of the first field, and how many others there are, as far as they are counted. */
export function firstFault(
  { detail }: Pick<FieldFault, "detail">,
  { length }: readonly unknown[],
): Sentence {
  if (length <= 1) return detail;
  return length > LIMITS.faultsMax
    ? told`${detail} (and ${LIMITS.faultsMax} or more)`
    : told`${detail} (and ${length - 1} more)`;
}

/** The parts of an error beyond its row. Everything here is shown to the caller. */
export interface ErrorDetails {
  /** One sentence about this case; the row's title if absent. */
  readonly detail?: Sentence;
  readonly errors?: readonly FieldFault[];
  /** Advice that replaces the row's, where that would not help in this case. */
  readonly fix?: Words;
  /** Extra members of the problem object, such as `missing` or `links`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Logged, never shown. */
  readonly cause?: unknown;
}

/** An operation could not be done, for a reason the caller may be told. */
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

  /** The same error with some of it said otherwise. */
  with(other: Omit<ErrorDetails, "fix">): ServiceError {
    const { code, detail, faults, fix, extra, cause } = this;
    const own = { detail, errors: faults, fix, extra, cause };
    return new ServiceError(code, { ...own, ...other });
  }

  /** The sentence about this case, in a language; in English it is the message. */
  said(say: Say): string {
    return shortened(this.detail.in(say));
  }

  /** The fields that are wrong, in English: what programs are told. */
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

/** Bounds the text about a request, however much the request held. */
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

/** Where an error is told: its wire's own words are used. */
interface ProblemContext {
  readonly baseUrl: string;
  readonly requestId: string;
  readonly wire?: Wire;
  /** English if it is left out: what programs are told. */
  readonly say?: Say;
}

/** Renders an error; `error` and `detail` carry the same exact sentence. */
export function problemOf(
  error: ServiceError,
  { baseUrl, requestId, wire = "rest", say = sayInEnglish }: ProblemContext,
): Problem {
  const row = rowOf(error);
  const sentence = error.said(say);
  return {
    // First, so that nothing said beyond its row takes the place of what the row says.
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
