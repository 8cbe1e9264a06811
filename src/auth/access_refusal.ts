import { rowOf, ServiceError } from "../core/errors/errors.ts";
import type { Form } from "../pages/forms.ts";

/** What was asked for on a page and could not be done. */
export interface Refused {
  readonly status: number;
  readonly said: Form;
  /** By field, what is wrong. */
  readonly wrong: Form;
  readonly error?: ServiceError;
  /** What is wrong with no one field. */
  readonly notice?: string;
  /** Seconds until a next try is taken. */
  readonly retryAfter?: string;
}

/** A repeat of a form that has shown its token: the same page never shows it twice. */
const REPEATED: ReadonlySet<string> = new Set([
  "shown_once",
  "idempotency_mismatch",
  "idempotency_in_flight",
]);

/**
 * Says an operation's refusal to a person, with what they had filled in.
 * @throws what is no refusal
 */
export function refusalOf(error: unknown, said: Form = {}): Refused {
  if (!(error instanceof ServiceError)) throw error;
  const { retryAfter } = error.extra;
  return {
    status: rowOf(error).status,
    said,
    wrong: {},
    error,
    ...(!isOfName(error) && { notice: wordsOf(error) }),
    ...(typeof retryAfter === "number" && { retryAfter: String(retryAfter) }),
  };
}

function isOfName({ errors }: ServiceError): boolean {
  return errors.some(({ pointer }) => pointer === "/name");
}

function wordsOf({ code, message }: ServiceError): string {
  return REPEATED.has(code)
    ? "This was done already, and the token was shown. If you have not kept it, get a new one."
    : message;
}
