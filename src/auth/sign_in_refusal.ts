import type { Say } from "../core/base/words/say.ts";
import { phrase } from "../core/base/words/say.ts";
import type { PageOptions } from "../pages/page.ts";

/** The message after a failed attempt: next to its field, or for none. */
export interface Tried {
  readonly value?: string;
  readonly error?: string;
  readonly notice?: string;
  /** Seconds until the next attempt is accepted. */
  readonly retryAfter?: string;
  /** True if the service failed, not the person. */
  readonly isOurs?: boolean;
}

/** The status of the page of a try. */
export function optionsOf({
  error,
  notice,
  retryAfter,
  isOurs = false,
}: Tried): PageOptions {
  if (isOurs) return { status: 503, retryAfter: "60" };
  if (retryAfter !== undefined) return { status: 429, retryAfter };
  return error === undefined && notice === undefined ? {} : { status: 400 };
}

/** The part that depends only on the refusal; translated later. */
type Refusal = Pick<Tried, "error" | "notice">;

/** The texts for the library's refusals of a code or a mailbox. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  TOO_MANY_ATTEMPTS: { error: phrase`Too many wrong codes. Get a new one.` },
  OTP_EXPIRED: { error: phrase`This code has expired. Get a new one.` },
  OTP_NOT_ASKED: {
    error: phrase`This browser didn't request a code. Get a new one.`,
  },
  INVALID_OTP: {
    error: phrase`That code is wrong. Check the email and try again.`,
  },
  OWN_MAILBOX: {
    error: phrase`This service can't email its own addresses. Enter the address where you read your email.`,
  },
  COMPANY_MAILBOX: {
    error: phrase`Your company has a sign-in of its own. Use it.`,
  },
  account_disabled: { notice: phrase`The operator has closed this account.` },
};

/** Why the library refused, for a person: by status and code, never in its own words. */
export async function whyOf(response: Response, say: Say): Promise<Tried> {
  const body: { readonly code?: string } = await response
    .json()
    .catch(() => ({}));
  if (response.status === 429) {
    const retryAfter = response.headers.get("retry-after") ?? "60";
    return {
      notice: tooMany(Number(retryAfter), say),
      retryAfter,
    };
  }
  const { error, notice } = REFUSALS[body.code ?? ""] ?? NO_MAILBOX;
  return {
    ...(error !== undefined && { error: say.of(error) }),
    ...(notice !== undefined && { notice: say.of(notice) }),
  };
}

const NO_MAILBOX: Refusal = { error: phrase`Enter a valid email address.` };

/** The wait in seconds; a long wait in minutes. */
function tooMany(seconds: number, say: Say): string {
  return seconds < 120
    ? say.many(
        seconds,
      )`Too many attempts. Try again in # second.|Too many attempts. Try again in # seconds.`
    : say`Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
