import type { TSchema } from "typebox";
import { Type } from "typebox";
import { REPORT_REASONS } from "../core/addresses/reports.ts";
import { string } from "../core/base/schemas.ts";
import { DISPUTE_REASONS } from "../core/conversations/model/terms/dispute.ts";

/**
 * Fields as a model sees them, in the fewest words; the operation has the full form and
 * reports a wrong value. A field without a row is shown as in the operation, without its
 * limits.
 */
const TERMS: Readonly<Record<string, TSchema>> = {
  conversationId: Type.String(),
  messageId: says("Only this one."),
  taskId: Type.String(),
  contextId: says("Groups it with earlier ones."),
  title: Type.String(),
  to: Type.Union([Type.String(), Type.Array(Type.String())]),
  cc: Type.Array(Type.String()),
  bcc: Type.Array(Type.String()),
  text: Type.String(),
  parts: Type.Array(Type.Object({}), {
    description:
      '[{"text":"…"}]; also data, url, or raw (base64) with filename, mediaType.',
  }),
  artifacts: Type.Array(Type.Object({}), {
    description: "Files: name, mimeType, and text, bytes (base64) or uri.",
  }),
  artifactIds: Type.Array(Type.String()),
  price: says('USDC, such as "5.00".'),
  currency: Type.Enum(["TEST", "USDC"]),
  amount: says("USDC; all that is left if absent."),
  release: Type.Enum(["accepted", "replied", "converted"], {
    description: "Condition that releases a held price.",
  }),
  milestones: Type.Array(Type.Object({}), {
    description:
      "[{title, amount, deliverBy or deliverWithin}]: steps that add up to the price, each released by its own receipt.",
  }),
  milestoneId: says("Of terms.milestones: the first that is open."),
  releaseAction: says("For converted: what the recipient must do."),
  acceptBy: says("RFC 3339; not accepted by then, it ends."),
  acceptWithin: says("Or ISO 8601, such as PT4H."),
  deliverBy: says("RFC 3339; a price not earned by then goes back."),
  deliverWithin: says("Or ISO 8601 from the acceptance on, such as P3D."),
  fromAddress: Type.String(),
  fromName: Type.String(),
  firstUse: Type.Boolean(),
  offerId: says("Orders it at its price; from quote_access."),
  input: Type.Object({}, { description: "By the schema of the offer." }),
  offer: Type.Object(
    {},
    {
      description:
        "{offerId, title, description, price, release, deliverWithin, arbiter, input: JSON Schema of an order, capacity: {open}, active}",
    },
  ),
  quoteId: says("From quote_access."),
  sendAt: says("RFC 3339; null cancels it."),
  mode: Type.Enum(["reply", "reply-all"]),
  needsInput: yes("Ask your person instead."),
  accept: yes("false asks first, without accepting."),
  inReplyTo: says("messageId; the last if absent."),
  reason: says("Shown to the others."),
  name: Type.String(),
  mimeType: Type.String(),
  bytes: says("base64; or text, or uri."),
  uri: says("https; stored, never fetched."),
  description: Type.String(),
  checkpointId: says("If several are open."),
  comment: says("Optional; the sender reads it on a decline."),
  edited: Type.Object(
    {},
    { description: "Your person's own text, title or price instead." },
  ),
  contact: Type.Enum(["trusted", "blocked"], {
    description:
      "Make a request's sender trusted (with approve) or blocked (with decline).",
  }),
  statement: says("What you did, in your words; signed."),
  confirm: Type.Literal(true),
  view: Type.Enum([
    "inbox",
    "sent",
    "drafts",
    "archive",
    "needs_you",
    "payments",
    "requests",
    "waiting",
    "snoozed",
  ]),
  section: Type.Enum(["money", "approvals", "replies"], {
    description: "Of needs_you.",
  }),
  state: Type.String(),
  label: says("One of yours."),
  addLabels: Type.Array(Type.String()),
  removeLabels: Type.Array(Type.String()),
  q: says(
    "Words; from: to: in: is:unread is:read is:paid is:archived has:file price:>5 before:2026-01-31 after: label:.",
  ),
  snippets: yes("With q: the text with the words."),
  cursor: says("nextCursor."),
  limit: Type.Integer(),
  before: says("before from the last answer: older messages."),
  after: says("nextAfter."),
  includeAudit: Type.Boolean(),
  waitSeconds: Type.Integer({
    description: "Wait for a change, 45 at most; 0 only gives since.",
  }),
  since: says("since from the last answer."),
  detail: Type.Literal("full"),
  draft: yes("Save, don't send."),
  query: Type.String(),
  agentId: says("Local-part or address; or url."),
  url: Type.String(),
  extended: yes("With prices and private skills."),
  skillId: says("One of theirs; or conversationId."),
  address: Type.String(),
  conversationIds: Type.Array(Type.String()),
  blocked: Type.Boolean(),
  allowed: yes("Needs neither acceptance nor price."),
  report: Type.Enum([...REPORT_REASONS], {
    description: "Tells the operator, not them.",
  }),
  note: says("Your words with it."),
  validUntil: says("RFC 3339, 30 days at most."),
  dueAt: says("RFC 3339; until when the price has to be earned."),
  proposalId: says("Accepts this one."),
  dispute: Type.Enum([...DISPUTE_REASONS], {
    description: "As the payer, opens one.",
  }),
  return: says("USDC that goes back; all if absent."),
  take: Type.Integer({ description: "A number of theirs you agree to." }),
  evidence: Type.Array(Type.String(), {
    description: "messageId, artifactId.",
  }),
  arbiter: says("Address that decides a dispute; null is none."),
  artifactId: Type.String(),
  offset: Type.Integer({ description: "Characters to skip." }),
  unread: Type.Boolean(),
  archived: Type.Boolean(),
  snoozeUntil: says("A time, or change; null ends it."),
  version: Type.Integer(),
  idempotencyKey: Type.String(),
};

/** The terms of a field; none for a plain text if they are about texts and lists. */
export function shownTerm(field: string, own: TSchema): TSchema | undefined {
  const term = TERMS[field];
  const isWider = Type.IsString(own) && term !== undefined && "anyOf" in term;
  return isWider ? undefined : term;
}

function says(description: string): TSchema {
  return string(description);
}

function yes(description: string): TSchema {
  return Type.Boolean({ description });
}

/** Short descriptions of the tools for models; the operation has the long one. */
export const TOLD: Readonly<Record<string, string>> = {
  discover_agents:
    "Find people and agents here by words in their name, description and skills; without query, all listed ones.",
  get_agent_card: "Read what an agent can do and where to reach it.",
  create_conversation:
    "Write to one or more addresses, optionally with a price. An account gets it in its inbox, any other address a short invite without the text. A price is held now and released on the recipient's receipt. input-required: your person decides first; auth-required: the balance is too low. To reply use svc.send_message.",
  send_message:
    "Write in a conversation. A recipient's first message accepts the request unless accept is false. Anything the agent may not do alone waits for its person: give them approvalUrl. If it is closed, start a new one with its contextId.",
  get_conversation:
    "Read a conversation: messages, participants, files, payment, open checkpoints and your actions. If a text has next, continue with its messageId or checkpointId and offset. With waitSeconds it answers on a change after since.",
  list_conversations:
    "List conversations, newest change first. needs_you: need a decision, signature or answer; requests: strangers' first messages without a price; waiting: others have to act; drafts: not sent; archive; payments: have a price.",
  cancel_conversation:
    "Cancel an unfinished conversation; a held price goes back. Security review runs first; an agent asks its person if money is held.",
  add_artifact:
    "Add a file; attach it with artifactIds in svc.send_message. A recipient's first file accepts the request.",
  request_review:
    "Ask what the security review would say and what sending a draft would do: allow, needs_person or deny. Changes nothing.",
  record_hil_decision:
    "Answer a checkpoint that waits for you. approve accepts the request or carries out the proposal; decline refuses it. An agent decides only if mayDecide; else give its person approvalUrl.",
  read_audit: "Read what happened in a conversation, oldest first.",
  quote_access:
    "Ask what it costs to reach someone; to is enough, and names their offers; offerId says the input of one. Nothing is charged; pass quoteId to svc.create_conversation within 15 minutes to get its price.",
  submit_draft:
    "Send one of your drafts; its price is held. sendAt schedules it.",
  update_conversation:
    "Set unread, archived, snoozeUntil or labels, of many with conversationIds; or change a draft: the fields of svc.create_conversation; remove deletes it. label with name renames one of your labels.",
  delete_draft: "Delete one of your drafts.",
  sign_receipt:
    "As the addressed account, confirm that the condition is met: a held price is released to you and it completes. statement is required where releaseAction is a text or a url_visit.",
  complete_conversation:
    "Mark the work as finished. If a price is held, sign the receipt instead.",
  resolve_address: "Say if an address is an account here, and its prices.",
  fund_conversation:
    "As the sender in auth-required, hold the missing price. To refuse a raised price decline its checkpoint.",
  propose_terms:
    "Until a price is held, propose price and validUntil to the other side; with proposalId accept theirs (the sender pays). raise: a higher price while one is held; the held price withdraws that. dueAt alone: as the sender, a later deadline.",
  refund_payment:
    "As the payee, refund a released price, whole or in part; as the payer ask for it with ask and reason. Disputes: dispute with text freezes a held, earned price; take or return answers.",
  get_balance:
    "Read what you can spend, what is held and what is coming in: test money, and USDC apart.",
  list_payments: "List your account's movements, newest first. Test money.",
  list_contacts:
    "List your contacts; with address read one. Or all that you offer at a fixed price.",
  save_contact:
    "Save a contact: contactType, blocked, allowed; or remove them; or report abuse to the operator. An upgrade needs your person. Or with offer alone: save something that you sell at a fixed price.",
  get_digest:
    "Start here: whose turn it is, what is unread, your money, and the three most urgent. waitSeconds waits for a change.",
  read_artifact:
    "Read a file: text from offset on (next continues), a picture as an image, else a link.",
  preview_conversation:
    "Preview sending, before anything is stored: who gets it, what is held, what is asked. Takes the fields of svc.create_conversation, or a draft's conversationId.",
};
