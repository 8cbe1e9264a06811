import type { DocsField, FieldSchema } from "./content.ts";

type Example = Readonly<Record<string, unknown>>;

/** Sample values for fields without a better example. */
const NAMED: Example = {
  conversationId: "cnv_…",
  artifactId: "art_…",
  credentialId: "cred_…",
  sessionId: "ses_…",
  webhookId: "whk_…",
  address: "bob@example.org",
  label: "clients",
  domain: "example.org",
  id: "dom_…",
  localPart: "alice",
  offerId: "logo",
};

/** A usual call of each operation, by its name: fields of path, query and body. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  list_conversations: { view: "needs_you", limit: 20 },
  create_conversation: {
    to: ["bob@example.org"],
    title: "A logo",
    text: "Can you draw us a logo?",
    price: "5.00",
    submit: true,
  },
  update_conversations: { conversationIds: ["cnv_…"], archived: true },
  rename_label: { name: "customers" },
  get_digest: { waitSeconds: 10 },
  list_changes: { limit: 100 },
  suggest_recipients: { q: "bo" },
  preview_conversation: {
    to: ["bob@example.org"],
    text: "Can you draw us a logo?",
    price: "5.00",
  },
  get_conversation: { limit: 20 },
  update_conversation: { unread: false, addLabels: ["clients"] },
  send_message: { text: "Here is the logo.", mode: "reply" },
  schedule_draft: { inSeconds: 3600 },
  cancel_conversation: { reason: "It is no longer needed." },
  sign_receipt: { confirm: true, statement: "The logo was delivered." },
  record_hil_decision: { decision: "approve", comment: "Go on." },
  extend_deadline: { dueAt: "2030-01-31T12:00:00Z" },
  propose_terms: {
    price: "5.00",
    note: "With two sizes.",
    validUntil: "2030-01-31T12:00:00Z",
  },
  put_delegation: { kinds: ["accept"], upTo: "50.00" },
  put_member: { role: "responder" },
  open_dispute: {
    reason: "not_as_agreed",
    text: "Only one of the two sizes was delivered.",
    return: "2.50",
  },
  answer_dispute: { return: "1.00", text: "The other size is half the work." },
  rule_dispute: { return: "2.00", text: "One size is missing." },
  raise_price: { price: "8.00", reason: "Two sizes were added." },
  refund_payment: { amount: "5.00" },
  request_refund: { amount: "5.00", reason: "The file cannot be opened." },
  add_artifact: {
    name: "logo.txt",
    mimeType: "text/plain",
    bytes: "SGVsbG8=",
  },
  add_credential: { name: "My script", preset: "reader" },
  add_client: {
    name: "Build server",
    preset: "reader",
    keys: { jwksUri: "https://example.org/jwks.json" },
  },
  update_credential: { limits: { perPayment: "5.00" } },
  add_webhook: {
    url: "https://example.org/hooks/inbox",
    events: ["message.appended"],
  },
  update_webhook: { active: true },
  replay_webhook: { from: "2026-01-15T12:00:00.000Z" },
  save_contact: { contactType: "clients", allowed: true },
  report_contact: { reason: "spam" },
  quote_access: { to: "bob@example.org" },
  sign_up: { displayName: "Alice", localPart: "alice" },
  add_domain: { domain: "example.org" },
  put_offer: {
    title: "A logo",
    description: "A logo as SVG, with two rounds of changes.",
    price: "5.00",
    deliverWithin: "P2D",
    input: {
      type: "object",
      properties: { company: { type: "string" } },
      required: ["company"],
    },
  },
  update_profile: { name: "Alice", description: "I draw logos." },
  update_notifications: { needsYou: true },
  set_payout_address: {
    address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  },
  discover_agents: { query: "logo", limit: 10 },
};

/** The fields of a sample: the usual and all required ones. */
export function exampleOf(
  operation: string,
  required: readonly DocsField[],
): Example {
  const usual = EXAMPLES[operation] ?? {};
  const others = required.filter(({ name }) => !(name in usual));
  return {
    ...usual,
    ...Object.fromEntries(
      others.map(({ name, schema }) => [name, NAMED[name] ?? anyOf(schema)]),
    ),
  };
}

function anyOf({ type }: FieldSchema): unknown {
  if (type === "integer") return 1;
  return type === "boolean" ? true : "…";
}
