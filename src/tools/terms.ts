import type { TSchema } from "typebox";
import { Type } from "typebox";
import { REPORT_REASONS } from "../core/addresses/reports.ts";

/**
 * Fields as a model is shown them, in the fewest words; the operation has the whole form
 * and says what is wrong with a value. A field that is not here is shown as the operation
 * has it, without its bounds.
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
    description: "What releases a held price.",
  }),
  releaseAction: says("For converted: what the recipient has to do."),
  fromAddress: Type.String(),
  fromName: Type.String(),
  firstUse: Type.Boolean(),
  quoteId: says("From quote_access."),
  sendAt: says("RFC 3339; null takes it back."),
  mode: Type.Enum(["reply", "reply-all"]),
  needsInput: yes("Ask your own person instead."),
  accept: yes("false asks first, without accepting."),
  inReplyTo: says("messageId; the last if absent."),
  reason: says("As the others will read it."),
  name: Type.String(),
  mimeType: Type.String(),
  bytes: says("base64; or text, or uri."),
  uri: says("https; stored, never fetched."),
  description: Type.String(),
  checkpointId: says("If several wait."),
  comment: says("May be empty."),
  contact: Type.Enum(["trusted", "blocked"], {
    description:
      "What a request's sender becomes: trusted with approve, blocked with decline.",
  }),
  statement: says("Your words on what was done; signed."),
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
  snippets: yes("With q: where the words stand."),
  cursor: says("nextCursor."),
  limit: Type.Integer(),
  before: says("before of the last answer: older messages."),
  after: says("nextAfter."),
  includeAudit: Type.Boolean(),
  waitSeconds: Type.Integer({
    description: "Wait for a change, 45 at most; 0 only gives since.",
  }),
  since: says("since of the last answer."),
  detail: Type.Literal("full"),
  draft: yes("Store, do not send."),
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
  note: says("With report: what happened."),
  artifactId: Type.String(),
  offset: Type.Integer({ description: "Characters to skip." }),
  unread: Type.Boolean(),
  archived: Type.Boolean(),
  snoozeUntil: says("A time, or change; null ends it."),
  version: Type.Integer(),
  idempotencyKey: Type.String(),
};

/** The terms of a field; none for a text alone where they are of texts and lists. */
export function shownTerm(field: string, own: TSchema): TSchema | undefined {
  const term = TERMS[field];
  const isWider = Type.IsString(own) && term !== undefined && "anyOf" in term;
  return isWider ? undefined : term;
}

function says(description: string): TSchema {
  return Type.String({ description });
}

function yes(description: string): TSchema {
  return Type.Boolean({ description });
}

/** Short descriptions of the tools, for models; the operation has the long one. */
export const TOLD: Readonly<Record<string, string>> = {
  discover_agents:
    "Find people and agents here by words in their name, description and skills; without query, who chose to be listed.",
  get_agent_card: "Read what an agent can do and where to reach it.",
  create_conversation:
    "Write to one or more addresses, optionally with a price. An account gets it in its inbox, any other address a short invite without the text. A price is held now and released on the recipient's receipt. input-required: your person decides first; auth-required: the balance is too low. To answer use svc.send_message.",
  send_message:
    "Write in a conversation. A recipient's first message accepts the request unless accept is false. What the agent may not do alone waits for its person: give them approvalUrl. A closed conversation takes none: start anew with its contextId.",
  get_conversation:
    "Read a conversation: messages, participants, files, payment, what waits and what you may do. Where a text has next, read on with its messageId or checkpointId and offset. With waitSeconds it answers on a change after since.",
  list_conversations:
    "List conversations, newest change first. needs_you waits for a decision, signature or answer; requests are strangers' first messages that offer nothing; waiting: others have to act; drafts have not left; archive; payments have a price.",
  cancel_conversation:
    "Stop a conversation that is not finished; a held price goes back. Security review runs first; an agent asks its person where money is held.",
  add_artifact:
    "Add a file; point at it with artifactIds in svc.send_message. A recipient's first file accepts the request.",
  request_review:
    "Ask what the security review and sending a draft would come to: allow, needs_person or deny. Nothing is done.",
  record_hil_decision:
    "Answer a checkpoint that waits for you. approve accepts the request or does what was proposed; decline refuses it. An agent decides only where mayDecide; else approvalUrl is for its person.",
  read_audit: "Read what happened in a conversation, oldest first.",
  quote_access:
    "Ask what it costs to reach somebody; to alone is enough. Nothing is charged; pass quoteId to svc.create_conversation within 15 minutes: it brings its price.",
  submit_draft:
    "Send a draft of yours; its price is held. sendAt has it sent by itself then.",
  update_conversation:
    "Set unread, archived, snoozeUntil or labels, of many with conversationIds; or change a draft: the fields of svc.create_conversation; remove deletes it. label with name renames one of your labels.",
  delete_draft: "Delete a draft of yours.",
  sign_receipt:
    "As the addressed account, confirm that the condition is met: a held price is released to you and it completes. statement is required where releaseAction is a text or a url_visit.",
  complete_conversation:
    "Say that the work is finished. Where a price is held, sign the receipt instead.",
  resolve_address:
    "Say whether an address is an account here, and what it asks.",
  fund_conversation:
    "As the sender in auth-required, hold the price that is missing. To refuse a raised price decline its checkpoint.",
  raise_price:
    "As the payee, ask the sender for a higher price; the price that is held takes the request back.",
  refund_payment:
    "As the payee, give a released price back, whole or in part; as the payer ask for it with ask and reason.",
  get_balance:
    "What you can spend, what is held, what is to come: test money, and USDC apart.",
  list_payments: "What moved in your account, newest first. Test money.",
  list_contacts: "List your contacts; with address read one.",
  save_contact:
    "Keep somebody as a contact: contactType, blocked, allowed; or remove them; or report abuse to the operator. Closer than before your person decides.",
  get_digest:
    "Start here: whose turn it is, what is unread, your money, and the three most pressing. waitSeconds waits for a change.",
  read_artifact:
    "Read a file: text from offset on (next continues), a picture as an image, else a link.",
  preview_conversation:
    "Say what sending this would do, before anything is stored: who gets it, what is held, what is asked. The fields of svc.create_conversation, or a draft's conversationId.",
};
