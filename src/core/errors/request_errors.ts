import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import {
  BAD_ANSWER,
  CONFLICT,
  DENIED,
  INVALID,
  INVALID_PARAMS,
  NO_SUCH,
} from "./error_row.ts";

const LISTED = phrase`Correct the fields listed under errors.`;

/** Errors of a request itself: its form and its content. */
export const REQUEST_ERRORS = {
  // Input
  invalid_json: {
    status: 400,
    rpc: -32700,
    title: phrase`The body is not JSON`,
    fix: phrase`Send a single valid JSON document.`,
  },
  invalid_input: {
    ...INVALID,
    title: phrase`Some fields aren't valid`,
    fix: {
      rest: LISTED,
      mcp: LISTED,
      a2a: "Correct the fields listed under fieldViolations.",
    },
  },
  unknown_field: {
    ...INVALID,
    title: phrase`Unknown field`,
    fix: phrase`Correct the name, or leave the field out. Nothing was changed.`,
  },
  invalid_view: {
    ...INVALID,
    title: phrase`Unknown view`,
    fix: phrase`Use inbox, sent, drafts, archive, needs_you, payments, requests or waiting.`,
  },
  invalid_cursor: {
    ...INVALID,
    title: phrase`Unknown cursor`,
    fix: {
      rest: phrase`Use nextCursor from the last page unchanged, or start without a cursor.`,
      mcp: "Use nextCursor from the last page unchanged, or start without a cursor.",
      a2a: "Use nextPageToken from the last page unchanged, or start without a pageToken.",
    },
  },
  invalid_price: {
    ...INVALID,
    title: phrase`The price isn't valid`,
    fix: phrase`Send a decimal such as "5.00", with up to six decimals.`,
  },
  invalid_quote: {
    ...INVALID,
    title: phrase`The quote doesn't apply here`,
    fix: {
      rest: phrase`Use the quoteId that GET /v1/quotes returned for the first recipient in \`to\`.`,
      mcp: "Use the quoteId that svc.quote_access returned for the first recipient in `to`.",
      a2a: "Use a quoteId that you got for the first recipient in metadata.svc.to.",
    },
  },
  invalid_address: {
    ...INVALID,
    title: phrase`The address isn't valid`,
    fix: phrase`Use a single address such as name@example.org.`,
  },
  invalid_local_part: {
    ...INVALID,
    title: phrase`The local-part isn't valid`,
    fix: phrase`Use 1 to 64 lowercase letters, digits, dots and hyphens.`,
  },
  invalid_domain: {
    ...INVALID,
    title: phrase`This domain can't be added`,
    fix: phrase`Use a domain you own, such as example.org.`,
  },
  confirm_required: {
    ...INVALID,
    title: phrase`The receipt needs your confirmation`,
    fix: phrase`Send confirm: true.`,
  },
  unknown_hash: {
    ...INVALID,
    title: phrase`Unknown audit hash`,
    fix: phrase`Set \`after\` to the hash of a record in this conversation.`,
  },

  // Idempotency (draft-ietf-httpapi-idempotency-key-header)
  idempotency_in_flight: {
    ...CONFLICT,
    title: phrase`The same request is still running`,
    fix: phrase`Wait a second, then try again.`,
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
    title: phrase`The body took too long to arrive`,
    fix: phrase`Try again on a faster connection, or send smaller parts.`,
  },
  method_not_allowed: {
    status: 405,
    isOfHttp: true,
    rpc: -32600,
    title: phrase`Method not allowed`,
    fix: phrase`Use a method from the Allow header.`,
  },
  not_acceptable: {
    status: 406,
    rpc: -32600,
    title: phrase`No acceptable media type`,
    fix: phrase`Send an Accept header with a type that this endpoint offers.`,
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
      rest: phrase`Send less. GET /v1/limits lists the limits.`,
      mcp: "Send less, or give a file's address instead of its bytes.",
      a2a: "Send less, or give a file's url instead of its bytes.",
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
    title: phrase`This Origin or Host isn't allowed`,
    fix: phrase`Call from the service's own origin, or leave the Origin header out.`,
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
    fix: phrase`Try again. If it keeps failing, send the operator the requestId.`,
  },
  storage_full: {
    status: 507,
    isOfHttp: true,
    rpc: -32603,
    title: phrase`The service's disk is full`,
    fix: phrase`Nothing was saved. Tell the operator, and try again once there's room. Reading still works.`,
  },
  unavailable: {
    status: 503,
    isOfHttp: true,
    rpc: -32603,
    title: phrase`The service is busy`,
    fix: {
      rest: phrase`Try again after the time in Retry-After.`,
      mcp: "Try again in a second.",
      a2a: "Try again in a second.",
    },
  },
  url_refused: {
    ...INVALID,
    title: phrase`This URL can't be fetched`,
    fix: phrase`Use an https URL on a public host and port 443, without a user name or password.`,
  },
  card_unreachable: {
    status: 422,
    ...BAD_ANSWER,
    title: phrase`No public server with a valid certificate returned a card in time`,
    fix: phrase`Check that the URL works elsewhere, then try again in ten seconds.`,
  },
  card_invalid: {
    status: 422,
    ...BAD_ANSWER,
    title: phrase`The URL doesn't return an A2A 1.0 agent card`,
    fix: phrase`Ask the agent's operator to correct its card.`,
  },
  limit_exceeded: {
    ...DENIED,
    title: phrase`The credential has reached a spending limit`,
    fix: phrase`Stay within the limit, or ask the owner to pay.`,
  },
  no_token: {
    ...CONFLICT,
    title: phrase`An OAuth client has no token to rotate`,
    fix: phrase`Disconnect the client; it signs in again to get new tokens.`,
  },
  session_not_found: {
    ...NO_SUCH,
    title: phrase`No such session`,
    fix: phrase`Use a session id from the list.`,
  },
  shown_once: {
    ...CONFLICT,
    title: phrase`The secret was already shown`,
    fix: phrase`Rotate the credential to get a new token.`,
  },
  rate_limited: {
    status: 429,
    isOfHttp: true,
    rpc: -32603,
    title: phrase`Too many calls`,
    fix: {
      rest: phrase`Wait the seconds in Retry-After, then continue. GET /v1/limits lists the rates.`,
      mcp: "Wait the seconds in retryAfter, then continue.",
      a2a: "Wait the seconds in retryAfter, then continue.",
    },
  },
  offer_not_found: {
    ...NO_SUCH,
    title: phrase`No such offer`,
    fix: {
      rest: phrase`Use an offerId from GET /@{local-part}/offers, or from the recipient's card.`,
      mcp: "Use an offerId from svc.quote_access or from a skill of the recipient's card.",
      a2a: "Use an offerId from the skills of the recipient's card.",
    },
  },
  offer_sold_out: {
    ...CONFLICT,
    title: phrase`The offer is sold out`,
    fix: phrase`Try again later, or ask the seller.`,
  },
  not_in_audience: {
    ...DENIED,
    title: phrase`The offer isn't for you`,
    fix: phrase`Write to the seller without offerId, and ask.`,
  },
  template_not_found: {
    ...NO_SUCH,
    title: phrase`No such template`,
    fix: {
      rest: phrase`Use an id from GET /v1/templates.`,
      mcp: "Use the id of one of the account's templates.",
      a2a: "Use the id of one of the account's templates.",
    },
  },
  rule_not_found: {
    ...NO_SUCH,
    title: phrase`No such rule`,
    fix: phrase`Use an id from your list of rules.`,
  },
} as const satisfies Record<string, ErrorRow>;
