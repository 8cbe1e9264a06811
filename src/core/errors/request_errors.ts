import type { ErrorRow } from "./error_row.ts";
import {
  BAD_ANSWER,
  CONFLICT,
  INVALID_PARAMS,
  UNSUPPORTED,
} from "./error_row.ts";

const LISTED = "Correct the fields that are listed under errors.";

/** What is wrong with a request itself: how it is made, with what. */
export const REQUEST_ERRORS = {
  // Input
  invalid_json: {
    status: 400,
    rpc: -32700,
    title: "The body is not JSON",
    fix: "Send one well-formed JSON document.",
  },
  invalid_input: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "Some fields are not valid",
    fix: {
      rest: LISTED,
      mcp: LISTED,
      a2a: "Correct the fields that are listed under fieldViolations.",
    },
  },
  unknown_field: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "A field is not known here",
    fix: "Correct the name, or leave the field out; nothing was done.",
  },
  invalid_view: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "Unknown view",
    fix: "Use inbox, sent, drafts, archive, needs_you, payments, requests or waiting.",
  },
  invalid_cursor: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "Unknown cursor",
    fix: {
      rest: "Use nextCursor of the last page, unchanged, or start without a cursor.",
      mcp: "Use nextCursor of the last page, unchanged, or start without a cursor.",
      a2a: "Use nextPageToken of the last page, unchanged, or start without a pageToken.",
    },
  },
  invalid_price: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "The price is not valid",
    fix: 'Send a decimal such as "5.00", with at most six decimals.',
  },
  invalid_quote: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "The quote is not for this",
    fix: {
      rest: "Use the quoteId that GET /v1/quotes gave you for the first recipient in `to`.",
      mcp: "Use the quoteId that svc.quote_access gave you for the first recipient in `to`.",
      a2a: "Use a quoteId that was given to you for the first recipient in metadata.svc.to.",
    },
  },
  invalid_address: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "The address is not valid",
    fix: "Send one address of the form name@domain.",
  },
  invalid_local_part: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "The local-part breaks a rule",
    fix: "Use 1 to 64 lower-case letters, digits, dots and hyphens.",
  },
  invalid_domain: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "The domain cannot be added",
    fix: "Send a domain of your own, such as example.org.",
  },
  confirm_required: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "A receipt must be confirmed",
    fix: "Send confirm: true.",
  },
  unknown_hash: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "Unknown audit hash",
    fix: "Use a hash of a record of this conversation as `after`.",
  },

  // Idempotency (draft-ietf-httpapi-idempotency-key-header)
  idempotency_in_flight: {
    ...CONFLICT,
    title: "The same request is still running",
    fix: "Wait a second and repeat it.",
  },
  idempotency_mismatch: {
    status: 422,
    rpc: INVALID_PARAMS,
    title: "The idempotency key was used for another request",
    fix: {
      rest: "Use a new key for a new request.",
      mcp: "Use a new key for a new request.",
      a2a: "Use a new messageId for a new message; the same one repeats the message that had it first.",
    },
  },

  // HTTP
  unknown_operator_call: {
    status: 404,
    rpc: -32601,
    title: "No such operator call",
    fix: "Use the svc command of the same version as the service.",
  },
  request_timeout: {
    status: 408,
    isOfHttp: true,
    rpc: -32600,
    title: "The body came too slowly",
    fix: "Send it again, on a faster connection or in smaller parts.",
  },
  method_not_allowed: {
    status: 405,
    isOfHttp: true,
    rpc: -32600,
    title: "Method not allowed",
    fix: "Use a method that the Allow header names.",
  },
  not_acceptable: {
    status: 406,
    rpc: -32600,
    title: "No acceptable media type",
    fix: "Send an Accept header that this endpoint offers.",
  },
  gone: {
    status: 410,
    rpc: -32601,
    title: "Gone",
    fix: "Use /v1/conversations.",
  },
  payload_too_large: {
    status: 413,
    isOfHttp: true,
    rpc: -32600,
    title: "The body is too large",
    fix: {
      rest: "Send less; GET /v1/limits lists the bounds.",
      mcp: "Send less, or name a file by its address instead of its bytes.",
      a2a: "Send less, or name a file by its url instead of its bytes.",
    },
  },
  unsupported_media_type: {
    status: 415,
    rpc: -32005,
    reason: "CONTENT_TYPE_NOT_SUPPORTED",
    title: "Only JSON is accepted",
    fix: "Send Content-Type: application/json.",
  },
  forbidden_origin: {
    status: 403,
    rpc: -32600,
    title: "The Origin or Host is not allowed",
    fix: "Call from the service's own origin, or without an Origin header.",
  },
  too_many_streams: {
    status: 429,
    rpc: -32603,
    title: "Too many open event streams",
    fix: "Close a stream, then subscribe again.",
  },

  // The service itself
  internal: {
    status: 500,
    rpc: -32603,
    title: "Internal error",
    fix: "Try again; if it stays, give the operator the requestId.",
  },
  storage_full: {
    status: 507,
    isOfHttp: true,
    rpc: -32603,
    title: "The disk of the service is full",
    fix: "Nothing was stored. Tell the operator; the same request works again once there is room, and reading goes on meanwhile.",
  },
  unavailable: {
    status: 503,
    isOfHttp: true,
    rpc: -32603,
    title: "The service is busy",
    fix: {
      rest: "Try again after the time that Retry-After names.",
      mcp: "Try again in a second.",
      a2a: "Try again in a second.",
    },
  },
  url_refused: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "The URL is not one to fetch from",
    fix: "Use an https URL of a public host on port 443, without user name or password.",
  },
  card_unreachable: {
    status: 422,
    ...BAD_ANSWER,
    title: "No public server with a valid certificate gave a card in time",
    fix: "Check the URL from elsewhere, then try again in ten seconds.",
  },
  card_invalid: {
    status: 422,
    ...BAD_ANSWER,
    title: "What the URL gives is not an A2A 1.0 agent card",
    fix: "Ask whoever runs the agent to correct its card.",
  },
  limit_exceeded: {
    status: 403,
    ...UNSUPPORTED,
    title: "A spend limit of the credential is reached",
    fix: "Stay within what remains or is allowed, or let the owner pay.",
  },
  no_token: {
    ...CONFLICT,
    title: "An OAuth client has no token to rotate",
    fix: "Disconnect the client; it signs in again to get new tokens.",
  },
  session_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such session",
    fix: "Use a session id from the list.",
  },
  shown_once: {
    ...CONFLICT,
    title: "The secret was shown already",
    fix: "Rotate the credential to get a new token.",
  },
  rate_limited: {
    status: 429,
    isOfHttp: true,
    rpc: -32603,
    title: "Too many calls",
    fix: {
      rest: "Wait as many seconds as Retry-After says; GET /v1/limits lists the rates.",
      mcp: "Wait as many seconds as retryAfter says, then go on.",
      a2a: "Wait as many seconds as retryAfter says, then go on.",
    },
  },
  template_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such template",
    fix: {
      rest: "Use an id of GET /v1/templates.",
      mcp: "Use an id of the templates of the account.",
      a2a: "Use an id of the templates of the account.",
    },
  },
  rule_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such rule",
    fix: "Use the id of a rule that the list of rules has.",
  },
} as const satisfies Record<string, ErrorRow>;
