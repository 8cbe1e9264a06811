/** What a caller is told when an operation cannot be done, and how each wire says it. */
export interface ErrorRow {
  /** REST status (decisions.md L). */
  readonly status: number;
  /** JSON-RPC code: A2A 1.0 section 5.4, or JSON-RPC's own. */
  readonly rpc: number;
  /** google.rpc.ErrorInfo reason, for the codes that A2A defines. */
  readonly reason?: string;
  /** One short, constant title. */
  readonly title: string;
  /** What the caller can do about it. */
  readonly fix: string;
}

const INVALID_PARAMS = -32602;
const NOT_FOUND = { rpc: -32001, reason: "TASK_NOT_FOUND" } as const;
const NOT_CANCELABLE = { rpc: -32002, reason: "TASK_NOT_CANCELABLE" } as const;
const UNSUPPORTED = { rpc: -32004, reason: "UNSUPPORTED_OPERATION" } as const;

/** Every error of the service: code → meaning on each wire. The only such table. */
export const ERRORS = {
  // Identity
  unauthenticated: {
    status: 401,
    rpc: -32600,
    title: "Sign in required",
    fix: "Send the header Authorization: Bearer <AGENT_CREDENTIAL>.",
  },
  session_expired: {
    status: 401,
    rpc: -32600,
    title: "The session token has run out",
    fix: "Get a new one: POST /api/auth/session-token with the session's cookie.",
  },
  signup_required: {
    status: 403,
    ...UNSUPPORTED,
    title: "The account is not made yet",
    fix: "Choose a display name: POST /v1/account.",
  },
  forbidden: {
    status: 403,
    ...UNSUPPORTED,
    title: "Not allowed",
    fix: "Use an identity that is allowed to do this.",
  },
  insufficient_scope: {
    status: 403,
    ...UNSUPPORTED,
    title: "The credential lacks a scope",
    fix: "Ask the owner for a credential with the scope that is named.",
  },
  sender_cannot_sign: {
    status: 403,
    ...UNSUPPORTED,
    title: "The sender cannot sign",
    fix: "Only the addressed account signs the receipt.",
  },
  not_addressed: {
    status: 403,
    ...UNSUPPORTED,
    title: "Only an addressed account may do this",
    fix: "Let an account in `to` do it.",
  },
  from_not_verified: {
    status: 403,
    ...UNSUPPORTED,
    title: "The From address is not yours",
    fix: "Leave fromAddress out, or use one of your own verified addresses.",
  },
  review_denied: {
    status: 403,
    ...UNSUPPORTED,
    title: "The security review denied this",
    fix: "Read the rules that are listed and change what they name.",
  },

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
    fix: "Correct the fields that are listed under errors.",
  },
  invalid_view: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "Unknown view",
    fix: "Use inbox, sent, drafts, archive, needs_you or payments.",
  },
  invalid_cursor: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "Unknown cursor",
    fix: "Use nextCursor of the last page, unchanged, or start without a cursor.",
  },
  invalid_price: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "The price is not valid",
    fix: 'Send a decimal such as "5.00", with at most six decimals.',
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

  // Absent, or not for this caller: the two answer alike
  conversation_not_found: {
    status: 404,
    ...NOT_FOUND,
    title: "No such conversation",
    fix: "Use an id from svc.list_conversations or GET /v1/conversations.",
  },
  context_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such context",
    fix: "Use the contextId of a conversation that you can read, or leave it out.",
  },
  artifact_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such artifact",
    fix: "Use an artifactId that the conversation lists.",
  },
  checkpoint_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such checkpoint",
    fix: "Use a checkpointId that the conversation lists.",
  },
  account_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such account",
    fix: "Use the address of an account on this service.",
  },
  credential_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such credential",
    fix: "Use a credential id from the list.",
  },
  credential_ended: {
    status: 409,
    ...UNSUPPORTED,
    title: "The credential no longer works",
    fix: "Add a new credential.",
  },
  not_found: {
    status: 404,
    rpc: -32601,
    title: "No such resource",
    fix: "See /openapi.json for what is served.",
  },

  // State
  conversation_closed: {
    status: 409,
    ...UNSUPPORTED,
    title: "The conversation is closed",
    fix: "Start a follow-up with the same contextId.",
  },
  wrong_state: {
    status: 409,
    ...UNSUPPORTED,
    title: "Not possible in this state",
    fix: "Read the conversation and act on its current state.",
  },
  not_a_draft: {
    status: 409,
    ...UNSUPPORTED,
    title: "Only a draft allows this",
    fix: "Cancel a submitted conversation instead.",
  },
  is_draft: {
    status: 409,
    ...NOT_CANCELABLE,
    title: "The conversation is still a draft",
    fix: "Submit the draft, or delete it.",
  },
  not_cancelable: {
    status: 409,
    ...NOT_CANCELABLE,
    title: "The conversation cannot be canceled",
    fix: "It has already ended; start a follow-up if needed.",
  },
  condition_already_met: {
    status: 409,
    ...NOT_CANCELABLE,
    title: "The release condition is already met",
    fix: "Wait for the receipt; the sender can no longer cancel.",
  },
  condition_not_met: {
    status: 409,
    ...UNSUPPORTED,
    title: "The release condition is not met",
    fix: "Do what `missing` names, then sign again.",
  },
  hold_expired: {
    status: 409,
    ...UNSUPPORTED,
    title: "The hold has ended",
    fix: "Ask the sender for a new conversation with a new price.",
  },
  receipt_required: {
    status: 409,
    ...UNSUPPORTED,
    title: "A held price needs a receipt",
    fix: "Sign the receipt instead; it completes the conversation.",
  },
  no_open_checkpoint: {
    status: 409,
    ...UNSUPPORTED,
    title: "Nothing waits for your decision",
    fix: "Read the conversation; its checkpoints say who decides.",
  },
  ambiguous_checkpoint: {
    status: 409,
    ...UNSUPPORTED,
    title: "Several checkpoints wait for you",
    fix: "Send the checkpointId that you decide.",
  },
  not_your_checkpoint: {
    status: 403,
    ...UNSUPPORTED,
    title: "This checkpoint is not yours",
    fix: "Only the account it is for may decide it.",
  },
  already_decided: {
    status: 409,
    ...UNSUPPORTED,
    title: "The checkpoint was decided otherwise",
    fix: "Read the conversation for what was decided.",
  },
  checkpoint_expired: {
    status: 409,
    ...UNSUPPORTED,
    title: "The checkpoint has expired",
    fix: "Ask again; a new checkpoint opens.",
  },
  reserved: {
    status: 409,
    ...UNSUPPORTED,
    title: "The local-part is reserved",
    fix: "Choose another one.",
  },
  taken: {
    status: 409,
    ...UNSUPPORTED,
    title: "The local-part is taken",
    fix: "Choose another one.",
  },
  already_has_address: {
    status: 409,
    ...UNSUPPORTED,
    title: "You already have a free address",
    fix: "Each account has one free address.",
  },
  quota_exceeded: {
    status: 409,
    ...UNSUPPORTED,
    title: "A limit of the account is reached",
    fix: "Remove something that is no longer needed, then try again.",
  },
  precondition_failed: {
    status: 412,
    ...UNSUPPORTED,
    title: "Changed in the meantime",
    fix: "Read it again and repeat with the new ETag.",
  },

  // Idempotency (draft-ietf-httpapi-idempotency-key-header)
  idempotency_in_flight: {
    status: 409,
    ...UNSUPPORTED,
    title: "The same request is still running",
    fix: "Wait a second and repeat it.",
  },
  idempotency_mismatch: {
    status: 422,
    rpc: INVALID_PARAMS,
    title: "The idempotency key was used for another request",
    fix: "Use a new key for a new request.",
  },

  // HTTP
  unknown_operator_call: {
    status: 404,
    rpc: -32601,
    title: "No such operator call",
    fix: "Use the svc command of the same version as the service.",
  },
  method_not_allowed: {
    status: 405,
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
    rpc: -32600,
    title: "The body is too large",
    fix: "Send less; /v1/limits lists the bounds.",
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
  rate_limited: {
    status: 429,
    rpc: -32603,
    title: "Too many calls",
    fix: "Wait as many seconds as Retry-After says; /v1/limits lists the rates.",
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
  unavailable: {
    status: 503,
    rpc: -32603,
    title: "The service is busy",
    fix: "Try again after the time that Retry-After names.",
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;
