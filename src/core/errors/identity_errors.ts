import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import { DENIED, UNSUPPORTED } from "./error_row.ts";

/** Errors about the caller's identity. */
export const IDENTITY_ERRORS = {
  unauthenticated: {
    status: 401,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`Sign in required`,
    fix: phrase`Send the header Authorization: Bearer <AGENT_CREDENTIAL>.`,
  },
  signature_invalid: {
    status: 401,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`The request's signature doesn't count`,
    fix: phrase`Sign the request anew (RFC 9421, docs/federation.md) with a key of your service's directory.`,
  },
  domain_refused: {
    ...DENIED,
    title: phrase`The service doesn't exchange messages with this domain`,
    fix: phrase`Ask the operator of the service to allow the domain.`,
  },
  session_expired: {
    status: 401,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`The session token has expired`,
    fix: phrase`Get a new one: POST /api/auth/session-token with the session cookie.`,
  },
  sign_in_again: {
    ...DENIED,
    title: phrase`You signed in too long ago`,
    fix: phrase`Sign out, sign in again, and retry within ten minutes.`,
  },
  signup_required: {
    status: 403,
    isOfHttp: true,
    ...UNSUPPORTED,
    title: phrase`The account isn't set up yet`,
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
    title: phrase`Sign-up is closed`,
    fix: phrase`Ask the operator for an account.`,
  },
  forbidden: {
    ...DENIED,
    title: phrase`Not allowed`,
    fix: phrase`Use an account or credential that can do this.`,
  },
  not_a_member: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`You aren't a member of this team`,
    fix: {
      rest: phrase`Use an address from GET /v1/teams, or leave Svc-Act-As out.`,
      mcp: "Act as a team that you are a member of, or for yourself.",
      a2a: "Act as a team that you are a member of, or for yourself.",
    },
  },
  insufficient_scope: {
    status: 403,
    isOfHttp: true,
    ...UNSUPPORTED,
    title: phrase`The credential is missing a scope`,
    fix: phrase`Ask the owner for a credential with that scope.`,
  },
  sender_cannot_sign: {
    ...DENIED,
    title: phrase`The sender can't sign the receipt`,
    fix: phrase`Only the addressed account can sign the receipt.`,
  },
  not_addressed: {
    ...DENIED,
    title: phrase`Only an addressed account can do this`,
    fix: phrase`Use an account that is listed in \`to\`.`,
  },
  from_not_verified: {
    ...DENIED,
    title: phrase`The From address is not yours`,
    fix: phrase`Leave fromAddress out, or use one of your verified addresses.`,
  },
  review_denied: {
    ...DENIED,
    title: phrase`The security review denied this`,
    fix: phrase`Check the listed rules and change what they flag.`,
  },
} as const satisfies Record<string, ErrorRow>;
