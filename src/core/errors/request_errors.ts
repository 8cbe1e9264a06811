import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import {
  BAD_ANSWER,
  CONFLICT,
  INVALID_PARAMS,
  UNSUPPORTED,
} from "./error_row.ts";

const LISTED = phrase`Correct the fields that are listed under errors.`;

/** Faults of a request itself: how it is made, with what. */
export const REQUEST_ERRORS = {
  // Input
  invalid_json: {
    status: 400,
    rpc: -32700,
    title: phrase`The body is not JSON`,
    fix: phrase`Send one well-formed JSON document.`,
  },
  invalid_input: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`Some fields are not valid`,
    fix: {
      rest: LISTED,
      mcp: LISTED,
      a2a: "Correct the fields that are listed under fieldViolations.",
    },
  },
  unknown_field: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`A field is not known here`,
    fix: phrase`Correct the name, or leave the field out; nothing was done.`,
  },
  invalid_view: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`Unknown view`,
    fix: phrase`Use inbox, sent, drafts, archive, needs_you, payments, requests or waiting.`,
  },
  invalid_cursor: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`Unknown cursor`,
    fix: {
      rest: phrase`Use nextCursor of the last page, unchanged, or start without a cursor.`,
      mcp: "Use nextCursor of the last page, unchanged, or start without a cursor.",
      a2a: "Use nextPageToken of the last page, unchanged, or start without a pageToken.",
    },
  },
  invalid_price: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`The price is not valid`,
    fix: phrase`Send a decimal such as "5.00", with at most six decimals.`,
  },
  invalid_quote: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`The quote is not for this`,
    fix: {
      rest: phrase`Use the quoteId that GET /v1/quotes gave you for the first recipient in \`to\`.`,
      mcp: "Use the quoteId that svc.quote_access gave you for the first recipient in `to`.",
      a2a: "Use a quoteId that was given to you for the first recipient in metadata.svc.to.",
    },
  },
  invalid_address: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`The address is not valid`,
    fix: phrase`Send one address of the form name@domain.`,
  },
  invalid_local_part: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`The local-part breaks a rule`,
    fix: phrase`Use 1 to 64 lower-case letters, digits, dots and hyphens.`,
  },
  invalid_domain: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`The domain cannot be added`,
    fix: phrase`Send a domain of your own, such as example.org.`,
  },
  confirm_required: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`A receipt must be confirmed`,
    fix: phrase`Send confirm: true.`,
  },
  unknown_hash: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`Unknown audit hash`,
    fix: phrase`Use a hash of a record of this conversation as \`after\`.`,
  },

  // Idempotency (draft-ietf-httpapi-idempotency-key-header)
  idempotency_in_flight: {
    ...CONFLICT,
    title: phrase`The same request is still running`,
    fix: phrase`Wait a second and repeat it.`,
  },
  idempotency_mismatch: {
    status: 422,
    rpc: INVALID_PARAMS,
    title: phrase`The idempotency key was used for another request`,
    fix: {
      rest: phrase`Use a new key for a new request.`,
      mcp: "Use a new key for a new request.",
      a2a: "Use a new messageId for a new message; the same one repeats the message that had it first.",
    },
  },

  // HTTP
  unknown_operator_call: {
    status: 404,
    rpc: -32601,
    title: phrase`No such operator call`,
    fix: phrase`Use the svc command of the same version as the service.`,
  },
  request_timeout: {
    status: 408,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`The body came too slowly`,
    fix: phrase`Send it again, on a faster connection or in smaller parts.`,
  },
  method_not_allowed: {
    status: 405,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`Method not allowed`,
    fix: phrase`Use a method that the Allow header names.`,
  },
  not_acceptable: {
    status: 406,
    rpc: -32600,
    title: phrase`No acceptable media type`,
    fix: phrase`Send an Accept header that this endpoint offers.`,
  },
  gone: {
    status: 410,
    rpc: -32601,
    title: phrase`Gone`,
    fix: phrase`Use /v1/conversations.`,
  },
  payload_too_large: {
    status: 413,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`The body is too large`,
    fix: {
      rest: phrase`Send less; GET /v1/limits lists the bounds.`,
      mcp: "Send less, or name a file by its address instead of its bytes.",
      a2a: "Send less, or name a file by its url instead of its bytes.",
    },
  },
  unsupported_media_type: {
    status: 415,
    rpc: -32005,
    reason: "CONTENT_TYPE_NOT_SUPPORTED",
    title: phrase`Only JSON is accepted`,
    fix: phrase`Send Content-Type: application/json.`,
  },
  forbidden_origin: {
    status: 403,
    rpc: -32600,
    title: phrase`The Origin or Host is not allowed`,
    fix: phrase`Call from the service's own origin, or without an Origin header.`,
  },
  too_many_streams: {
    status: 429,
    rpc: -32603,
    title: phrase`Too many open event streams`,
    fix: phrase`Close a stream, then subscribe again.`,
  },

  // The service itself
  internal: {
    status: 500,
    rpc: -32603,
    title: phrase`Internal error`,
    fix: phrase`Try again; if it stays, give the operator the requestId.`,
  },
  storage_full: {
    status: 507,
    isOfHttp: true,
    rpc: -32603,
    title: phrase`The disk of the service is full`,
    fix: phrase`Nothing was stored. Tell the operator; the same request works again once there is room, and reading goes on meanwhile.`,
  },
  unavailable: {
    status: 503,
    isOfHttp: true,
    rpc: -32603,
    title: phrase`The service is busy`,
    fix: {
      rest: phrase`Try again after the time that Retry-After names.`,
      mcp: "Try again in a second.",
      a2a: "Try again in a second.",
    },
  },
  url_refused: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`The URL is not one to fetch from`,
    fix: phrase`Use an https URL of a public host on port 443, without user name or password.`,
  },
  card_unreachable: {
    status: 422,
    ...BAD_ANSWER,
    title: phrase`No public server with a valid certificate gave a card in time`,
    fix: phrase`Check the URL from elsewhere, then try again in ten seconds.`,
  },
  card_invalid: {
    status: 422,
    ...BAD_ANSWER,
    title: phrase`The URL does not give an A2A 1.0 agent card`,
    fix: phrase`Ask whoever runs the agent to correct its card.`,
  },
  limit_exceeded: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`A spend limit of the credential is reached`,
    fix: phrase`Stay within what remains or is allowed, or let the owner pay.`,
  },
  no_token: {
    ...CONFLICT,
    title: phrase`An OAuth client has no token to rotate`,
    fix: phrase`Disconnect the client; it signs in again to get new tokens.`,
  },
  session_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such session`,
    fix: phrase`Use a session id from the list.`,
  },
  shown_once: {
    ...CONFLICT,
    title: phrase`The secret was shown already`,
    fix: phrase`Rotate the credential to get a new token.`,
  },
  rate_limited: {
    status: 429,
    isOfHttp: true,
    rpc: -32603,
    title: phrase`Too many calls`,
    fix: {
      rest: phrase`Wait as many seconds as Retry-After says; GET /v1/limits lists the rates.`,
      mcp: "Wait as many seconds as retryAfter says, then go on.",
      a2a: "Wait as many seconds as retryAfter says, then go on.",
    },
  },
  template_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such template`,
    fix: {
      rest: phrase`Use an id of GET /v1/templates.`,
      mcp: "Use an id of the templates of the account.",
      a2a: "Use an id of the templates of the account.",
    },
  },
  rule_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such rule`,
    fix: phrase`Use the id of a rule that the list of rules has.`,
  },
} as const satisfies Record<string, ErrorRow>;
