import { SIGN_IN_REQUIRED } from "../core/access/operation.ts";
import { phrase } from "../core/base/words/say.ts";
import type { Sentence } from "../core/base/words/sentence.ts";
import { told, toldMany } from "../core/base/words/sentence.ts";
import type { ErrorCode } from "../core/errors/error_table.ts";
import type { ErrorDetails } from "../core/errors/errors.ts";
import { ServiceError } from "../core/errors/errors.ts";

/** Our words for the library's refusals, by its code. */
const WORDS: Readonly<Record<string, Sentence>> = {
  TOO_MANY_ATTEMPTS: told`too many wrong codes. Get a new one`,
  OTP_EXPIRED: told`the code is too old. Get a new one`,
  OTP_NOT_ASKED: told`this browser has asked for no code. Get a new one`,
  INVALID_OTP: told`that is not the code`,
  INVALID_EMAIL: told`that is not an email address`,
  OWN_MAILBOX: told`that is an address of this service, to which no mail leaves. Send the mailbox where you read your mail`,
  PASSKEY_NOT_FOUND: told`this passkey is not known here`,
  USER_NOT_VERIFIED: told`the passkey has not verified who uses it. Unlock it by its PIN or your fingerprint`,
  SESSION_NOT_FRESH: told`the sign-in is too old. Sign in again`,
  CHALLENGE_NOT_FOUND: told`no passkey was asked for, or too long ago`,
  FAILED_TO_VERIFY_REGISTRATION: told`the passkey does not verify`,
  account_disabled: told`the operator has closed this account`,
};

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
};

/** The library's codes for a request from a page of another origin. */
const OF_ORIGIN =
  /^(?:INVALID_ORIGIN|MISSING_OR_NULL_ORIGIN|CROSS_SITE_NAVIGATION_LOGIN_BLOCKED|INVALID_CALLBACK_URL)$/;

const SECONDS_AT_LEAST = 1;

/**
 * The library's refusal as one of ours: by status and code, never in its own words,
 * which may change with its version and may quote what was sent.
 */
export async function refusalOfLibrary(
  response: Response,
): Promise<ServiceError> {
  const body: unknown = await response.json().catch(() => null);
  const code =
    typeof body === "object" && body !== null && "code" in body
      ? String(body.code)
      : "";
  if (response.status === 429) return tooMany(response);
  if (response.status === 403 && OF_ORIGIN.test(code)) {
    return new ServiceError("forbidden_origin", {
      detail: told`Cannot take this: it was not sent from a page of this service.`,
    });
  }
  const said = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const ours = CODES[response.status] ?? ofOther(response.status, said);
  return new ServiceError(ours, detailOf(ours, said));
}

function ofOther(status: number, said: Sentence | undefined): ErrorCode {
  return status < 500 || said !== undefined ? "invalid_input" : "internal";
}

function detailOf(code: ErrorCode, said: Sentence | undefined): ErrorDetails {
  if (said !== undefined) return { detail: told`Cannot do this: ${said}.` };
  if (code === "unauthenticated") {
    const fix = phrase`Sign in, then send the session's cookie.`;
    return { detail: SIGN_IN_REQUIRED, fix };
  }
  return code === "invalid_input"
    ? {
        detail: told`Cannot do this: something that was sent is not valid.`,
      }
    : {};
}

function tooMany({ headers }: Response): ServiceError {
  const retryAfter = Math.max(
    SECONDS_AT_LEAST,
    Number(headers.get("retry-after")) || SECONDS_AT_LEAST,
  );
  return new ServiceError("rate_limited", {
    detail: told`Cannot do this now: too many tries. Try again in ${toldMany(retryAfter)`# second|# seconds`}.`,
    extra: { retryAfter },
  });
}
