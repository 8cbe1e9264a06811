import { LIMITS } from "../limits.ts";

/** How often somebody may try to get in, and by what it is counted. */
export interface SignInRate {
  readonly class:
    | "sign_in_mail"
    | "sign_in_try"
    | "sign_in_code"
    | "sign_in_link"
    | "sign_in_request"
    | "oauth_register";
  readonly max: number;
  readonly windowSeconds: number;
  /** A mailbox, whoever names it; or the network address that a request comes from. */
  readonly per: "mailbox" | "address";
}

const HOUR = 3_600;

/** The limits of the sign-in as `/v1/limits` shows them beside those of accounts. */
export const SIGN_IN_RATES: readonly SignInRate[] = [
  {
    class: "sign_in_mail",
    max: LIMITS.signInMailsPerHour,
    windowSeconds: HOUR,
    per: "mailbox",
  },
  {
    class: "sign_in_try",
    max: LIMITS.signInTriesPerHour,
    windowSeconds: HOUR,
    per: "mailbox",
  },
  {
    class: "sign_in_code",
    max: LIMITS.signInCodesPerMinute,
    windowSeconds: 60,
    per: "address",
  },
  {
    class: "sign_in_link",
    max: LIMITS.signInLinksPerMinute,
    windowSeconds: 60,
    per: "address",
  },
  {
    class: "sign_in_request",
    max: LIMITS.signInRequestsPerTenSeconds,
    windowSeconds: 10,
    per: "address",
  },
  {
    class: "oauth_register",
    max: LIMITS.oauthClientsPerHour,
    windowSeconds: HOUR,
    per: "address",
  },
];
