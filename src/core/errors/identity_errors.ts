import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import { UNSUPPORTED } from "./error_row.ts";

/** Faults of the caller's identity. */
export const IDENTITY_ERRORS = {
  unauthenticated: {
    status: 401,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`Sign in required`,
    fix: phrase`Send the header Authorization: Bearer <AGENT_CREDENTIAL>.`,
  },
  session_expired: {
    status: 401,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`The session token has run out`,
    fix: phrase`Get a new one: POST /api/auth/session-token with the session's cookie.`,
  },
  sign_in_again: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`The sign-in is not fresh`,
    fix: phrase`Sign out and in again, then repeat it within ten minutes.`,
  },
  signup_required: {
    status: 403,
    isOfHttp: true,
    ...UNSUPPORTED,
    title: phrase`The account is not made yet`,
    fix: {
      rest: phrase`Choose a display name: POST /v1/account.`,
      mcp: "Ask your person to open the service in a browser and choose a display name.",
      a2a: "Ask your person to open the service in a browser and choose a display name.",
    },
  },
  sign_up_closed: {
    status: 403,
    isOfHttp: true,
    ...UNSUPPORTED,
    title: phrase`No new accounts`,
    fix: phrase`Ask whoever runs the service for an account.`,
  },
  forbidden: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`Not allowed`,
    fix: phrase`Use an identity that is allowed to do this.`,
  },
  insufficient_scope: {
    status: 403,
    isOfHttp: true,
    ...UNSUPPORTED,
    title: phrase`The credential lacks a scope`,
    fix: phrase`Ask the owner for a credential with the scope that is named.`,
  },
  sender_cannot_sign: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`The sender cannot sign`,
    fix: phrase`Only the addressed account signs the receipt.`,
  },
  not_addressed: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`Only an addressed account may do this`,
    fix: phrase`Let an account in \`to\` do it.`,
  },
  from_not_verified: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`The From address is not yours`,
    fix: phrase`Leave fromAddress out, or use one of your own verified addresses.`,
  },
  review_denied: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`The security review denied this`,
    fix: phrase`Read the rules that are listed and change what they name.`,
  },
} as const satisfies Record<string, ErrorRow>;
