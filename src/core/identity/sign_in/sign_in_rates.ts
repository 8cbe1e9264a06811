import { LIMITS } from "../../base/limits.ts";

/** How often a sign-in may be attempted, and what is counted. */
export interface SignInRate {
  readonly class:
    | "sign_in_mail"
    | "sign_in_mail_address"
    | "sign_in_try"
    | "sign_in_code"
    | "sign_in_link"
    | "sign_in_request"
    | "oauth_register";
  readonly max: number;
  readonly windowSeconds: number;
  /**
   * A mailbox, for browsers that its owner has not signed in with, and for each one that they
   * have; the network address of a request; both; or a mailed code.
   */
  readonly per: "mailbox" | "address" | "mailbox_and_address" | "code";
}

const HOUR = 3_600;

/** The sign-in limits for `/v1/limits`. */
export const SIGN_IN_RATES: readonly SignInRate[] = [
  {
    class: "sign_in_mail",
    max: LIMITS.signInMailsPerHour,
    windowSeconds: HOUR,
    per: "mailbox",
  },
  {
    class: "sign_in_mail_address",
    max: LIMITS.signInMailsPerAddressHour,
    windowSeconds: HOUR,
    per: "mailbox_and_address",
  },
  {
    class: "sign_in_try",
    max: LIMITS.signInCodeTriesMax,
    windowSeconds: LIMITS.signInCodeMs / 1_000,
    per: "code",
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
