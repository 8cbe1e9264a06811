import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import {
  CONFLICT,
  INVALID_PARAMS,
  NOT_CANCELABLE,
  NOT_FOUND,
  UNSUPPORTED,
} from "./error_row.ts";

/** Refusals of a well-made request: its object is not there, or the state forbids it. */
export const STATE_ERRORS = {
  // Absent, or not for this caller: the two answer alike
  conversation_not_found: {
    status: 404,
    ...NOT_FOUND,
    title: phrase`No such conversation`,
    fix: {
      rest: phrase`Use an id from GET /v1/conversations.`,
      mcp: "Use an id from svc.list_conversations.",
      a2a: "Use an id from ListTasks.",
    },
  },
  context_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such context`,
    fix: phrase`Use the contextId of a conversation that you can read, or leave it out.`,
  },
  webhook_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such webhook`,
    fix: phrase`Use a webhookId from your list of webhooks, and a deliveryId from its log.`,
  },
  push_device_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such device`,
    fix: phrase`Use a deviceId from your list of push devices.`,
  },
  state_expired: {
    status: 410,
    rpc: INVALID_PARAMS,
    title: phrase`The state is too old`,
    fix: phrase`Start again: ask without since, then read your lists, and go on from the state that was given.`,
  },
  artifact_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such artifact`,
    fix: phrase`Use an artifactId that the conversation lists.`,
  },
  checkpoint_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such checkpoint`,
    fix: phrase`Use a checkpointId that the conversation lists.`,
  },
  contact_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such contact`,
    fix: {
      rest: phrase`Use an address from GET /v1/contacts.`,
      mcp: "Use an address from svc.list_contacts.",
      a2a: "Use the address of somebody among your contacts.",
    },
  },
  label_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such label`,
    fix: {
      rest: phrase`Use a label from GET /v1/labels, or add it to a conversation first.`,
      mcp: "Use a label that svc.get_digest names, or add it to a conversation first.",
      a2a: "Use a label that you have.",
    },
  },
  skill_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such skill`,
    fix: {
      rest: phrase`Use a skillId that GET /v1/agents or the agent's card lists.`,
      mcp: "Use a skillId that svc.discover_agents or the agent's card lists.",
      a2a: "Use a skillId that the agent's card lists.",
    },
  },
  no_such_account: {
    status: 400,
    rpc: INVALID_PARAMS,
    title: phrase`No account has this address of the service`,
    fix: phrase`Correct the address, or offer no price: then it is kept, and nobody reads it until you write to somebody else.`,
  },
  account_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such account`,
    fix: phrase`Use the address of an account on this service.`,
  },
  credential_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such credential`,
    fix: phrase`Use a credential id from the list.`,
  },
  domain_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such domain`,
    fix: phrase`Use the id of a domain that you have added.`,
  },
  credential_ended: {
    ...CONFLICT,
    title: phrase`The credential no longer works`,
    fix: phrase`Add a new credential.`,
  },
  invite_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`The link of the invite no longer works`,
    fix: phrase`Use the link of the newest mail, or sign in if you have an account.`,
  },
  mail_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such mail`,
    fix: phrase`Use an id from svc mail list, or the Message-ID of a mail of this service.`,
  },
  report_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such report`,
    fix: phrase`Use an id from svc report list.`,
  },
  not_found: {
    status: 404,
    rpc: -32601,
    title: phrase`No such resource`,
    fix: phrase`See /openapi.json for what is served.`,
  },

  // State
  conversation_closed: {
    ...CONFLICT,
    title: phrase`The conversation is closed`,
    fix: phrase`Start a follow-up with the same contextId.`,
  },
  wrong_state: {
    ...CONFLICT,
    title: phrase`Not possible in this state`,
    fix: phrase`Read the conversation and act on its current state.`,
  },
  not_a_draft: {
    ...CONFLICT,
    title: phrase`Only a draft allows this`,
    fix: phrase`Cancel a submitted conversation instead.`,
  },
  is_draft: {
    status: 409,
    ...NOT_CANCELABLE,
    title: phrase`The conversation is still a draft`,
    fix: phrase`Submit the draft, or delete it.`,
  },
  not_cancelable: {
    status: 409,
    ...NOT_CANCELABLE,
    title: phrase`The conversation cannot be canceled`,
    fix: phrase`It has already ended; start a follow-up if needed.`,
  },
  condition_already_met: {
    status: 409,
    ...NOT_CANCELABLE,
    title: phrase`The release condition is already met`,
    fix: phrase`Wait for the receipt; the sender can no longer cancel.`,
  },
  condition_not_met: {
    ...CONFLICT,
    title: phrase`The release condition is not met`,
    fix: phrase`Do what \`missing\` names, then sign again.`,
  },
  hold_expired: {
    ...CONFLICT,
    title: phrase`The hold has ended`,
    fix: phrase`Ask the sender for a new conversation with a new price.`,
  },
  quote_expired: {
    ...CONFLICT,
    title: phrase`The quote has expired`,
    fix: {
      rest: phrase`Ask for a new one: GET /v1/quotes.`,
      mcp: "Ask for a new one: svc.quote_access.",
      a2a: "Leave quoteId out, or ask for a new quote over REST or MCP.",
    },
  },
  receipt_required: {
    ...CONFLICT,
    title: phrase`A held price needs a receipt`,
    fix: phrase`Sign the receipt instead; it completes the conversation.`,
  },
  no_open_checkpoint: {
    ...CONFLICT,
    title: phrase`Nothing waits for your decision`,
    fix: phrase`Read the conversation; its checkpoints say who decides.`,
  },
  ambiguous_checkpoint: {
    ...CONFLICT,
    title: phrase`Several checkpoints wait for you`,
    fix: phrase`Send the checkpointId that you decide.`,
  },
  not_your_checkpoint: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`This checkpoint is not yours`,
    fix: phrase`Only the account it is for may decide it.`,
  },
  already_decided: {
    ...CONFLICT,
    title: phrase`The checkpoint was decided otherwise`,
    fix: phrase`Read the conversation for what was decided.`,
  },
  already_signed: {
    ...CONFLICT,
    title: phrase`The receipt was signed with another statement`,
    fix: phrase`Read payment.receipt for what was signed; a signature is never changed.`,
  },
  maker_cannot_decide: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`The proposer cannot decide it`,
    fix: phrase`Give your person the approvalUrl: they decide there, signed in.`,
  },
  person_required: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`Only your person may approve this`,
    fix: phrase`Give your person the approvalUrl: they decide there, signed in. You may decline it with decisions:write.`,
  },
  action_changed: {
    ...CONFLICT,
    title: phrase`The act to approve has changed`,
    fix: phrase`Read the new checkpoint in checkpoints[] and decide that one.`,
  },
  checkpoint_expired: {
    ...CONFLICT,
    title: phrase`The checkpoint has expired`,
    fix: phrase`Ask again; a new checkpoint opens.`,
  },
  reserved: {
    ...CONFLICT,
    title: phrase`The local-part is reserved`,
    fix: phrase`Choose another one.`,
  },
  taken: {
    ...CONFLICT,
    title: phrase`The local-part is taken`,
    fix: phrase`Choose another one.`,
  },
  already_has_address: {
    ...CONFLICT,
    title: phrase`You already have a free address`,
    fix: phrase`Each account has one free address.`,
  },
  domain_ended: {
    ...CONFLICT,
    title: phrase`The claim of the domain has ended`,
    fix: phrase`Add the domain again and publish the new token.`,
  },
  already_participant: {
    ...CONFLICT,
    title: phrase`The account is in this conversation already`,
    fix: phrase`Sign in with the account that the invite was meant for.`,
  },
  quota_exceeded: {
    ...CONFLICT,
    title: phrase`A limit of the account is reached`,
    fix: phrase`Remove something that is no longer needed, then try again.`,
  },
  backup_failed: {
    ...CONFLICT,
    title: phrase`The backup could not be made`,
    fix: phrase`Do what the sentence says and run it again; nothing was left under the file's name.`,
  },
  precondition_failed: {
    status: 412,
    ...UNSUPPORTED,
    title: phrase`Changed in the meantime`,
    fix: {
      rest: phrase`Read it again and repeat with the new ETag.`,
      mcp: "Read it again and repeat with the new version.",
      a2a: "Read it again and repeat with the new version.",
    },
  },
} as const satisfies Record<string, ErrorRow>;
