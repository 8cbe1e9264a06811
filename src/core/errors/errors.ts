import { LIMITS } from "../base/limits.ts";
import type { Say } from "../base/words/say.ts";
import { sayInEnglish } from "../base/words/say.ts";
import type { Sentence } from "../base/words/sentence.ts";
import type { ErrorRow, Wire, Words } from "./error_row.ts";
import { wordsFor } from "./error_row.ts";
import type { ErrorCode } from "./error_table.ts";
import { ERRORS } from "./error_table.ts";

/** One field that is wrong: an RFC 6901 pointer into the input. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
  /** The known name that an unknown one is nearest to. */
  readonly didYouMean?: string;
}

/** How many other faults there are, as far as they are counted. */
export function moreThanOne({ length }: readonly FieldError[]): string {
  if (length <= 1) return "";
  if (length > LIMITS.faultsMax) return ` (and ${LIMITS.faultsMax} or more)`;
  return ` (and ${length - 1} more)`;
}

/** What an error says beyond its row. Everything here is shown to the caller. */
export interface ErrorDetails {
  /** One sentence about this case; the row's title if absent. */
  readonly detail?: string | Sentence;
  readonly errors?: readonly FieldError[];
  /** What to do about it, where the row's advice would not help in this case. */
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
  readonly errors: readonly FieldError[];
  readonly fix: Words;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly #detail: string | Sentence | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { detail = ERRORS[code].title } = details;
    super(shortened(inWords(detail, sayInEnglish)), { cause: details.cause });
    this.#detail = details.detail;
    this.code = code;
    this.errors = (details.errors ?? [])
      .slice(0, LIMITS.faultsMax)
      .map(boundedFault);
    this.fix = details.fix ?? ERRORS[code].fix;
    this.extra = details.extra ?? {};
  }

  /** The same error with other members of its problem object. */
  with({ extra }: Required<Pick<ErrorDetails, "extra">>): ServiceError {
    const { code, errors, fix, cause } = this;
    const detail = this.#detail ?? ERRORS[code].title;
    return new ServiceError(code, { detail, errors, fix, extra, cause });
  }

  /** The sentence about this case, in a language; in English it is the message. */
  said(say: Say): string {
    const detail = this.#detail ?? say.of(ERRORS[this.code].title);
    return shortened(inWords(detail, say));
  }
}

function inWords(detail: string | Sentence, say: Say): string {
  return typeof detail === "string" ? detail : detail.in(say);
}

function boundedFault(fault: FieldError): FieldError {
  return {
    ...fault,
    pointer: shortened(fault.pointer),
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
interface Told {
  readonly baseUrl: string;
  readonly requestId: string;
  readonly wire?: Wire;
  /** English if it is left out: what programs are told. */
  readonly say?: Say;
}

/** Renders an error; `error` and `detail` carry the same exact sentence. */
export function problemOf(
  error: ServiceError,
  { baseUrl, requestId, wire = "rest", say = sayInEnglish }: Told,
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
    ...(error.errors.length > 0 && { errors: error.errors }),
  };
}
