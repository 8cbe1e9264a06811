import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import {
  CONFLICT,
  DENIED,
  INVALID,
  INVALID_PARAMS,
  NO_SUCH,
  NOT_CANCELABLE,
  NOT_FOUND,
  UNSUPPORTED,
} from "./error_row.ts";

/** Refusals of a valid request: its object does not exist, or the state forbids it. */
export const STATE_ERRORS = {
  // Absent, or not for this caller: both get the same answer
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
    ...NO_SUCH,
    title: phrase`No such context`,
    fix: phrase`Use the contextId of a conversation you can read, or leave it out.`,
  },
  state_expired: {
    status: 410,
    rpc: INVALID_PARAMS,
    title: phrase`The state is too old`,
    fix: phrase`Start over: call without since, read your lists, then continue from the returned state.`,
  },
  artifact_not_found: {
    ...NO_SUCH,
    title: phrase`No such artifact`,
    fix: phrase`Use an artifactId from the conversation.`,
  },
  checkpoint_not_found: {
    ...NO_SUCH,
    title: phrase`No such checkpoint`,
    fix: phrase`Use a checkpointId from the conversation.`,
  },
  proposal_not_found: {
    ...NO_SUCH,
    title: phrase`No such proposal`,
    fix: phrase`Use a proposalId from terms.proposals of the conversation.`,
  },
  contact_not_found: {
    ...NO_SUCH,
    title: phrase`No such contact`,
    fix: {
      rest: phrase`Use an address from GET /v1/contacts.`,
      mcp: "Use an address from svc.list_contacts.",
      a2a: "Use the address of one of your contacts.",
    },
  },
  label_not_found: {
    ...NO_SUCH,
    title: phrase`No such label`,
    fix: {
      rest: phrase`Use a label from GET /v1/labels, or add it to a conversation first.`,
      mcp: "Use a label from svc.get_digest, or add it to a conversation first.",
      a2a: "Use one of your labels.",
    },
  },
  skill_not_found: {
    ...NO_SUCH,
    title: phrase`No such skill`,
    fix: {
      rest: phrase`Use a skillId from GET /v1/agents or the agent's card.`,
      mcp: "Use a skillId from svc.discover_agents or the agent's card.",
      a2a: "Use a skillId from the agent's card.",
    },
  },
  no_such_account: {
    ...INVALID,
    title: phrase`No account here has this address`,
    fix: phrase`Correct the address. Without a price the conversation is saved, but no one gets it.`,
  },
  account_not_found: {
    ...NO_SUCH,
    title: phrase`No such account`,
    fix: phrase`Use the address of an account on this service.`,
  },
  credential_not_found: {
    ...NO_SUCH,
    title: phrase`No such credential`,
    fix: phrase`Use a credential id from the list.`,
  },
  domain_not_found: {
    ...NO_SUCH,
    title: phrase`No such domain`,
    fix: phrase`Use the id of a domain you added.`,
  },
  credential_ended: {
    ...CONFLICT,
    title: phrase`The credential no longer works`,
    fix: phrase`Add a new credential.`,
  },
  invite_not_found: {
    ...NO_SUCH,
    title: phrase`The invite link no longer works`,
    fix: phrase`Use the link in the newest email, or sign in if you have an account.`,
  },
  mail_not_found: {
    ...NO_SUCH,
    title: phrase`No such mail`,
    fix: phrase`Use an id from svc mail list, or the Message-ID of an email this service sent.`,
  },
  report_not_found: {
    ...NO_SUCH,
    title: phrase`No such report`,
    fix: phrase`Use an id from svc report list.`,
  },
  not_found: {
    status: 404,
    rpc: -32601,
    title: phrase`No such resource`,
    fix: phrase`See /openapi.json for the available endpoints.`,
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
    title: phrase`This only works on a draft`,
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
    title: phrase`The conversation can't be canceled`,
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
    title: phrase`The release condition isn't met yet`,
    fix: phrase`Do what \`missing\` lists, then sign again.`,
  },
  hold_expired: {
    ...CONFLICT,
    title: phrase`The hold has expired`,
    fix: phrase`Ask the sender for a new conversation with a new price.`,
  },
  deadline_fixed: {
    ...CONFLICT,
    title: phrase`The deadline can't be extended`,
    fix: phrase`See terms.dueAt: it is set once a request with a deadline is accepted, and lies before the end of its hold.`,
  },
  deadline_missed: {
    ...CONFLICT,
    title: phrase`The deadline has passed`,
    fix: phrase`Ask the sender for a new conversation with a later deadline.`,
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
    fix: phrase`Sign the receipt instead; that completes the conversation.`,
  },
  no_open_checkpoint: {
    ...CONFLICT,
    title: phrase`There's nothing for you to decide`,
    fix: phrase`Read the conversation; its checkpoints say who decides.`,
  },
  ambiguous_checkpoint: {
    ...CONFLICT,
    title: phrase`Several checkpoints are waiting for you`,
    fix: phrase`Send the checkpointId of the one you're deciding.`,
  },
  not_your_checkpoint: {
    ...DENIED,
    title: phrase`This checkpoint isn't yours to decide`,
    fix: phrase`Only the account it's for can decide it.`,
  },
  already_decided: {
    ...CONFLICT,
    title: phrase`The checkpoint was already decided differently`,
    fix: phrase`See the conversation for what was decided.`,
  },
  already_signed: {
    ...CONFLICT,
    title: phrase`The receipt was already signed with a different statement`,
    fix: phrase`See payment.receipt for what was signed; a signature can't be changed.`,
  },
  maker_cannot_decide: {
    ...DENIED,
    title: phrase`An agent can't approve its own request`,
    fix: phrase`Give your person the approvalUrl. They sign in and decide there.`,
  },
  person_required: {
    ...DENIED,
    title: phrase`Only your person can approve this`,
    fix: phrase`Give your person the approvalUrl. They sign in and decide there. With decisions:write you can decline it yourself.`,
  },
  action_changed: {
    ...CONFLICT,
    title: phrase`The action to approve has changed`,
    fix: phrase`Read the new checkpoint in checkpoints[] and decide that one.`,
  },
  checkpoint_expired: {
    ...CONFLICT,
    title: phrase`The checkpoint has expired`,
    fix: phrase`Ask again to open a new checkpoint.`,
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
    title: phrase`The claim to this domain has expired`,
    fix: phrase`Add the domain again and publish the new token.`,
  },
  already_participant: {
    ...CONFLICT,
    title: phrase`This account is already in the conversation`,
    fix: phrase`Sign in with the account the invite was meant for.`,
  },
  quota_exceeded: {
    ...CONFLICT,
    title: phrase`The account has reached a limit`,
    fix: phrase`Remove something you no longer need, then try again.`,
  },
  backup_failed: {
    ...CONFLICT,
    title: phrase`The backup failed`,
    fix: phrase`Do what the message says, then run it again. No file was left behind.`,
  },
  precondition_failed: {
    status: 412,
    ...UNSUPPORTED,
    title: phrase`Changed in the meantime`,
    fix: {
      rest: phrase`Read it again and retry with the new ETag.`,
      mcp: "Read it again and retry with the new version.",
      a2a: "Read it again and retry with the new version.",
    },
  },
} as const satisfies Record<string, ErrorRow>;
