import { SIGN_IN_REQUIRED } from "../core/access/operation.ts";
import { phrase } from "../core/base/words/say.ts";
import type { Sentence } from "../core/base/words/sentence.ts";
import { told, toldMany } from "../core/base/words/sentence.ts";
import type { ErrorCode } from "../core/errors/error_table.ts";
import type { ErrorDetails } from "../core/errors/errors.ts";
import { ServiceError } from "../core/errors/errors.ts";

/** Our texts for the library's refusals, by its code. */
const WORDS: Readonly<Record<string, Sentence>> = {
  TOO_MANY_ATTEMPTS: told`too many wrong codes. Request a new one`,
  OTP_EXPIRED: told`the code has expired. Request a new one`,
  OTP_NOT_ASKED: told`this browser didn't request a code. Request one`,
  INVALID_OTP: told`the code is wrong`,
  INVALID_EMAIL: told`that is not an email address`,
  OWN_MAILBOX: told`this service can't email its own addresses. Send the address where you read your email`,
  COMPANY_MAILBOX: told`this address signs in through its company`,
  PASSKEY_NOT_FOUND: told`this passkey isn't registered here`,
  USER_NOT_VERIFIED: told`the passkey didn't verify you. Unlock it with your PIN or fingerprint`,
  SESSION_NOT_FRESH: told`you signed in a while ago. Sign in again`,
  CHALLENGE_NOT_FOUND: told`the passkey request is missing or has expired. Start again`,
  FAILED_TO_VERIFY_REGISTRATION: told`the passkey couldn't be verified`,
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
 * The library's refusal as one of ours: by status and code, never in its own
 * words, which may change with its version and may quote the input.
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
      detail: told`Cannot do this: the request didn't come from a page of this service.`,
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
        detail: told`Cannot do this: the input is not valid.`,
      }
    : {};
}

function tooMany({ headers }: Response): ServiceError {
  const retryAfter = Math.max(
    SECONDS_AT_LEAST,
    Number(headers.get("retry-after")) || SECONDS_AT_LEAST,
  );
  return new ServiceError("rate_limited", {
    detail: told`Too many attempts. Try again in ${toldMany(retryAfter)`# second|# seconds`}.`,
    extra: { retryAfter },
  });
}
