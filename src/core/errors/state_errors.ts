import type { ErrorRow } from "./error_row.ts";
import {
  CONFLICT,
  INVALID_PARAMS,
  NOT_CANCELABLE,
  NOT_FOUND,
  UNSUPPORTED,
} from "./error_row.ts";

/** What a well-made request cannot have: it is not there, or its state forbids it. */
export const STATE_ERRORS = {
  // Absent, or not for this caller: the two answer alike
  conversation_not_found: {
    status: 404,
    ...NOT_FOUND,
    title: "No such conversation",
    fix: {
      rest: "Use an id from GET /v1/conversations.",
      mcp: "Use an id from svc.list_conversations.",
      a2a: "Use an id from ListTasks.",
    },
  },
  context_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such context",
    fix: "Use the contextId of a conversation that you can read, or leave it out.",
  },
  webhook_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such webhook",
    fix: "Use a webhookId from your list of webhooks, and a deliveryId from its log.",
  },
  push_device_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such device",
    fix: "Use a deviceId from your list of push devices.",
  },
  state_expired: {
    status: 410,
    rpc: INVALID_PARAMS,
    title: "The state is too old",
    fix: "Start again: ask without since, then read your lists, and go on from the state that was given.",
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
  contact_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such contact",
    fix: {
      rest: "Use an address from GET /v1/contacts.",
      mcp: "Use an address from svc.list_contacts.",
      a2a: "Use the address of somebody among your contacts.",
    },
  },
  label_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such label",
    fix: {
      rest: "Use a label from GET /v1/labels, or add it to a conversation first.",
      mcp: "Use a label that svc.get_digest names, or add it to a conversation first.",
      a2a: "Use a label that you have.",
    },
  },
  skill_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such skill",
    fix: {
      rest: "Use a skillId that GET /v1/agents or the agent's card lists.",
      mcp: "Use a skillId that svc.discover_agents or the agent's card lists.",
      a2a: "Use a skillId that the agent's card lists.",
    },
  },
  no_such_account: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: "Nobody has this address of the service",
    fix: "Correct the address, or offer no price: then it is kept, and nobody reads it until you write to somebody else.",
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
  domain_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such domain",
    fix: "Use the id of a domain that you have added.",
  },
  credential_ended: {
    ...CONFLICT,
    title: "The credential no longer works",
    fix: "Add a new credential.",
  },
  invite_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "The link of the invite no longer works",
    fix: "Use the link of the newest mail, or sign in if you have an account.",
  },
  mail_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such mail",
    fix: "Use an id from svc mail list, or the Message-ID of a mail of this service.",
  },
  report_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: "No such report",
    fix: "Use an id from svc report list.",
  },
  not_found: {
    status: 404,
    rpc: -32601,
    title: "No such resource",
    fix: "See /openapi.json for what is served.",
  },

  // State
  conversation_closed: {
    ...CONFLICT,
    title: "The conversation is closed",
    fix: "Start a follow-up with the same contextId.",
  },
  wrong_state: {
    ...CONFLICT,
    title: "Not possible in this state",
    fix: "Read the conversation and act on its current state.",
  },
  not_a_draft: {
    ...CONFLICT,
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
    ...CONFLICT,
    title: "The release condition is not met",
    fix: "Do what `missing` names, then sign again.",
  },
  hold_expired: {
    ...CONFLICT,
    title: "The hold has ended",
    fix: "Ask the sender for a new conversation with a new price.",
  },
  quote_expired: {
    ...CONFLICT,
    title: "The quote has expired",
    fix: {
      rest: "Ask for a new one: GET /v1/quotes.",
      mcp: "Ask for a new one: svc.quote_access.",
      a2a: "Leave quoteId out, or ask for a new quote over REST or MCP.",
    },
  },
  receipt_required: {
    ...CONFLICT,
    title: "A held price needs a receipt",
    fix: "Sign the receipt instead; it completes the conversation.",
  },
  no_open_checkpoint: {
    ...CONFLICT,
    title: "Nothing waits for your decision",
    fix: "Read the conversation; its checkpoints say who decides.",
  },
  ambiguous_checkpoint: {
    ...CONFLICT,
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
    ...CONFLICT,
    title: "The checkpoint was decided otherwise",
    fix: "Read the conversation for what was decided.",
  },
  already_signed: {
    ...CONFLICT,
    title: "The receipt was signed with another statement",
    fix: "Read payment.receipt for what was signed; a signature is never changed.",
  },
  maker_cannot_decide: {
    status: 403,
    ...UNSUPPORTED,
    title: "Who proposed it cannot decide it",
    fix: "Give your person the approvalUrl: they decide there, signed in.",
  },
  person_required: {
    status: 403,
    ...UNSUPPORTED,
    title: "Only your person may approve this",
    fix: "Give your person the approvalUrl: they decide there, signed in. You may decline it with decisions:write.",
  },
  action_changed: {
    ...CONFLICT,
    title: "What was to be approved has changed",
    fix: "Read the new checkpoint in checkpoints[] and decide that one.",
  },
  checkpoint_expired: {
    ...CONFLICT,
    title: "The checkpoint has expired",
    fix: "Ask again; a new checkpoint opens.",
  },
  reserved: {
    ...CONFLICT,
    title: "The local-part is reserved",
    fix: "Choose another one.",
  },
  taken: {
    ...CONFLICT,
    title: "The local-part is taken",
    fix: "Choose another one.",
  },
  already_has_address: {
    ...CONFLICT,
    title: "You already have a free address",
    fix: "Each account has one free address.",
  },
  domain_ended: {
    ...CONFLICT,
    title: "The claim of the domain has ended",
    fix: "Add the domain again and publish the new token.",
  },
  already_participant: {
    ...CONFLICT,
    title: "The account is in this conversation already",
    fix: "Sign in with the account that the invite was meant for.",
  },
  quota_exceeded: {
    ...CONFLICT,
    title: "A limit of the account is reached",
    fix: "Remove something that is no longer needed, then try again.",
  },
  backup_failed: {
    ...CONFLICT,
    title: "The backup could not be made",
    fix: "Do what the sentence says and run it again; nothing was left under the file's name.",
  },
  precondition_failed: {
    status: 412,
    ...UNSUPPORTED,
    title: "Changed in the meantime",
    fix: {
      rest: "Read it again and repeat with the new ETag.",
      mcp: "Read it again and repeat with the new version.",
      a2a: "Read it again and repeat with the new version.",
    },
  },
} as const satisfies Record<string, ErrorRow>;
