import { told } from "../core/base/words/sentence.ts";
import type { ErrorCode } from "../core/errors/error_table.ts";
import { ServiceError } from "../core/errors/errors.ts";

/** What the library's refusals of what a caller sent are in our words, by its code. */
const WORDS: Readonly<Record<string, string>> = {
  TOO_MANY_ATTEMPTS: "too many wrong codes. Get a new one",
  OTP_EXPIRED: "the code is too old. Get a new one",
  OTP_NOT_ASKED: "this browser has asked for no code. Get a new one",
  INVALID_OTP: "that is not the code",
  INVALID_EMAIL: "that is not an email address",
  OWN_MAILBOX:
    "that is an address of this service, to which no mail leaves. Send the mailbox where you read your mail",
  PASSKEY_NOT_FOUND: "this passkey is not known here",
  USER_NOT_VERIFIED:
    "the passkey has not verified who uses it. Unlock it by its PIN or your fingerprint",
  SESSION_NOT_FRESH: "the sign-in is too old. Sign in again",
  CHALLENGE_NOT_FOUND: "no passkey was asked for, or too long ago",
  FAILED_TO_VERIFY_REGISTRATION: "the passkey does not verify",
  account_disabled: "the operator has closed this account",
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

/** What the library says when a page of another origin asks. */
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

function ofOther(status: number, said: string | undefined): ErrorCode {
  return status < 500 || said !== undefined ? "invalid_input" : "internal";
}

function detailOf(code: ErrorCode, said: string | undefined) {
  if (said !== undefined) return { detail: `Cannot do this: ${said}.` };
  if (code === "unauthenticated") {
    const fix = "Sign in, then send the session's cookie.";
    return { detail: "Sign in required.", fix };
  }
  return code === "invalid_input"
    ? { detail: "Cannot do this: something that was sent is not valid." }
    : {};
}

function tooMany({ headers }: Response): ServiceError {
  const retryAfter = Math.max(
    SECONDS_AT_LEAST,
    Number(headers.get("retry-after")) || SECONDS_AT_LEAST,
  );
  const unit = retryAfter === 1 ? "second" : "seconds";
  return new ServiceError("rate_limited", {
    detail: told`Cannot do this now: too many tries. Try again in ${retryAfter} ${unit}.`,
    extra: { retryAfter },
  });
}
