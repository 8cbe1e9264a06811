import type { PageOptions } from "../pages/page.ts";

/** What the page of a try that failed says: of its field, or of no field. */
export interface Tried {
  readonly value?: string;
  readonly error?: string;
  readonly notice?: string;
  /** Seconds until a next try is taken. */
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

/** What the library's refusals of a code or a mailbox say to a person. */
const REFUSALS: Readonly<Record<string, Tried>> = {
  TOO_MANY_ATTEMPTS: { error: "Too many wrong codes. Get a new one." },
  OTP_EXPIRED: { error: "The code is too old. Get a new one." },
  OTP_NOT_ASKED: { error: "This browser waits for no code. Get a new one." },
  INVALID_OTP: { error: "That is not the code." },
  OWN_MAILBOX: {
    error:
      "That is an address of this service, to which no mail leaves. Enter the address where you read your mail.",
  },
  account_disabled: { notice: "The operator has closed this account." },
};

/** Why the library refused, for a person: by status and code, never in its own words. */
export async function whyOf(response: Response): Promise<Tried> {
  const body: { readonly code?: string } = await response
    .json()
    .catch(() => ({}));
  if (response.status === 429) {
    const retryAfter = response.headers.get("retry-after") ?? "60";
    return {
      notice: `Too many tries. Try again in ${waiting(Number(retryAfter))}.`,
      retryAfter,
    };
  }
  return (
    REFUSALS[body.code ?? ""] ?? { error: "That is not an email address." }
  );
}

/** Seconds in words; a long wait in minutes as well. */
function waiting(seconds: number): string {
  const inSeconds = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return seconds < 120
    ? inSeconds
    : `${inSeconds} (${Math.ceil(seconds / 60)} minutes)`;
}
