import { Type } from "typebox";
import { ACTOR_KINDS } from "../../access/actor.ts";
import { CONTACT_TYPES } from "../../addresses/contact_types.ts";
import { A2aFieldsSchema } from "../../base/a2a_fields.ts";
import {
  closed,
  FEE_FIELDS,
  MoneySchema,
  nullable,
  TestLabel,
  Timestamp,
} from "../../base/schemas.ts";
import { SINCE_FIELD } from "../../base/wait_fields.ts";
import { RELEASES } from "../../payments/model.ts";
import { ActionSchema } from "../actions/action.ts";
import { NextStepSchema } from "../actions/next_step.ts";
import { ConditionSchema, StepSchema } from "../projection/present_steps.ts";
import { CheckpointSchema } from "./checkpoint_schema.ts";
import {
  ActorSchema,
  KindSchema,
  ModeSchema,
  PartSchema,
  TrustSchema,
} from "./part_schemas.ts";
import { STATES } from "./states.ts";

/** The viewer-safe forms that every wire gives back. */

export const StateSchema = Type.Enum([...STATES]);
export const ContactTypeSchema = Type.Enum([...CONTACT_TYPES], {
  description: "Relationship that the sender claims to the recipients.",
});
export const ReleaseSchema = Type.Enum([...RELEASES], {
  description:
    "What must happen before a held price is released: the recipient accepts, replies, or does what releaseAction says.",
});

export const ReleaseActionSchema = Type.Union([
  closed({ type: Type.Literal("text"), text: Type.String() }),
  closed({
    type: Type.Literal("artifact"),
    mimeType: Type.Optional(Type.String()),
  }),
  closed({ type: Type.Literal("url_visit"), url: Type.String() }),
]);

export const ParticipantSchema = closed({
  accountId: Type.Optional(Type.String()),
  address: Type.String(),
  displayName: Type.String(),
  role: Type.Enum(["sender", "to", "cc", "bcc"]),
  kind: KindSchema,
  agentCard: Type.Optional(
    Type.String({ description: "Address of the account's agent card." }),
  ),
  delivery: closed({
    state: Type.Enum([
      "pending",
      "on_service",
      "invite_queued",
      "invite_deferred",
      "invite_limited",
      "invite_sent",
      "invite_bounced",
      "invite_suppressed",
      "invite_dropped",
      "no_such_account",
      "opened",
      "declined",
      "joined",
    ]),
    at: Timestamp,
  }),
  joinedAt: Type.Optional(Timestamp),
});

export const MessageSchema = closed({
  messageId: Type.String(),
  conversationId: Type.String(),
  author: closed({
    address: Type.String(),
    displayName: Type.String(),
    kind: KindSchema,
    accountId: Type.Optional(Type.String()),
  }),
  actor: ActorSchema,
  mode: ModeSchema,
  accept: Type.Optional(
    Type.Literal(false, {
      description: "Present on a question that accepts nothing.",
    }),
  ),
  inReplyTo: Type.Optional(Type.String()),
  text: Type.String({ description: "The text parts, one after the other." }),
  parts: Type.Array(PartSchema),
  a2a: Type.Optional(A2aFieldsSchema),
  artifactIds: Type.Array(Type.String()),
  createdAt: Timestamp,
  trust: TrustSchema,
});

export const ArtifactSchema = closed({
  artifactId: Type.String(),
  conversationId: Type.String(),
  name: Type.String(),
  mimeType: Type.String(),
  size: Type.Integer({ description: "Bytes; 0 for a uri." }),
  sha256: Type.String(),
  uri: Type.Optional(Type.String()),
  downloadUrl: Type.Optional(Type.String()),
  addedBy: Type.String({ description: "Address of who added it." }),
  actor: Type.Optional(ActorSchema),
  createdAt: Timestamp,
  description: Type.Optional(Type.String()),
});

export const ReceiptSchema = closed({
  receiptId: Type.String(),
  conversationId: Type.String(),
  paymentId: nullable(Type.String()),
  condition: nullable(ReleaseSchema),
  evidence: closed({
    messageIds: Type.Array(Type.String()),
    artifactIds: Type.Array(Type.String()),
    decisionId: Type.Optional(Type.String()),
    statement: Type.Optional(Type.String()),
  }),
  signer: closed({
    accountId: Type.String(),
    address: Type.String(),
    kind: Type.Optional(
      Type.Enum([...ACTOR_KINDS], {
        description: "What signed for the account.",
      }),
    ),
    credentialId: Type.Optional(Type.String()),
  }),
  price: Type.String(),
  feeBps: FEE_FIELDS.feeBps,
  fee: Type.Optional(Type.String()),
  label: Type.Optional(TestLabel()),
  signedAt: Timestamp,
  auditHash: Type.String(),
  jws: Type.String({
    description:
      "EdDSA over the RFC 8785 form; keys at /.well-known/jwks.json.",
  }),
});

const PartySchema = closed({
  accountId: Type.String(),
  address: Type.String(),
});

/** What must be paid before the conversation goes on (docs/money.md, Requirements). */
export const RequirementsSchema = closed({
  reason: Type.Enum([
    "insufficient_balance",
    "below_recipient_price",
    "price_raised",
  ]),
  price: MoneySchema,
  needed: MoneySchema,
  balance: Type.Optional(MoneySchema),
  missing: Type.Optional(MoneySchema),
  asOf: Type.Optional(Timestamp),
  label: TestLabel(),
  accepts: Type.Array(
    closed({
      scheme: Type.Literal("hold"),
      network: Type.Literal("svc:ledger"),
      asset: Type.Literal("USDC"),
      amount: Type.String({ description: "Micro-USDC to be held." }),
      payTo: nullable(Type.String()),
      maxTimeoutSeconds: Type.Integer({
        description:
          "How long the conversation waits for the money, from when it was asked for.",
      }),
      extra: closed({
        paymentId: Type.String(),
        conversationId: Type.String(),
        label: TestLabel(),
      }),
    }),
    { description: "In the fields of x402 v2 PaymentRequirements." },
  ),
  fund: closed({
    method: Type.Literal("POST"),
    path: Type.String(),
    tool: Type.String(),
  }),
});

export const PaymentSchema = closed({
  paymentId: Type.Optional(Type.String()),
  status: Type.Enum([
    "none",
    "requires_payment",
    "held",
    "released",
    "voided",
    "refunded",
    "disputed",
  ]),
  price: MoneySchema,
  release: ReleaseSchema,
  releaseAction: Type.Optional(ReleaseActionSchema),
  payer: Type.Optional(PartySchema),
  payee: nullable(PartySchema),
  rail: Type.Enum(["ledger", "x402"]),
  label: Type.Optional(TestLabel()),
  condition: Type.Optional(ConditionSchema),
  steps: Type.Array(StepSchema, {
    description: "The way of the price, in order; empty without one.",
  }),
  ...FEE_FIELDS,
  heldAt: Type.Optional(Timestamp),
  captureBefore: Type.Optional(Timestamp),
  releasedAt: Type.Optional(Timestamp),
  voidedAt: Type.Optional(Timestamp),
  voidReason: Type.Optional(Type.String()),
  receipt: Type.Optional(ReceiptSchema),
  signedBy: Type.Optional(ActorSchema),
  refundBefore: Type.Optional(Timestamp),
  refunded: Type.Optional(MoneySchema),
  refundedAt: Type.Optional(Timestamp),
  requirements: Type.Optional(RequirementsSchema),
});

export const VIEWS = [
  "inbox",
  "sent",
  "drafts",
  "archive",
  "needs_you",
  "payments",
] as const;
export type View = (typeof VIEWS)[number];
export const ViewSchema = Type.Enum([...VIEWS], {
  description: "Which conversations to list; all readable ones if absent.",
});

/** Who would read a reply without a further choice. */
const ReplyReadersSchema = closed(
  {
    reply: Type.Array(Type.String()),
    "reply-all": Type.Array(Type.String()),
    inReplyTo: Type.Optional(
      Type.String({
        description:
          "The message that a reply answers: sent as inReplyTo, it reaches these readers whatever comes in meanwhile.",
      }),
    ),
  },
  { description: "Addresses that would read your message, by its mode." },
);

export const ConversationSchema = closed({
  withheld: Type.Optional(
    Type.Literal("conversations:read", {
      description:
        "The scope without which a write answers no more than ids, state, flags, what has to be paid and the open checkpoints; every other field is empty.",
    }),
  ),
  id: Type.String(),
  conversationId: Type.String(),
  contextId: Type.String(),
  title: Type.String(),
  state: StateSchema,
  stateReason: nullable(Type.String()),
  stateCode: nullable(
    Type.String({
      description:
        "The reason where it is a code of the service; null where it is somebody's words.",
    }),
  ),
  stateReasonBy: Type.Optional(
    closed(
      { address: Type.Optional(Type.String()), ...ActorSchema.properties },
      { description: "Whose words the reason is." },
    ),
  ),
  stateAt: Timestamp,
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastMessageAt: nullable(Timestamp),
  messageCount: Type.Integer(),
  participants: Type.Array(ParticipantSchema),
  messages: Type.Array(MessageSchema, {
    description:
      "The newest; messagesOmitted and before say what else there is.",
  }),
  messagesOmitted: Type.Integer({
    description: "How many readable messages are older than those shown.",
  }),
  before: Type.Optional(
    Type.String({
      description: "Read with this as before to get the older ones.",
    }),
  ),
  preview: Type.Optional(
    closed(
      {
        author: Type.String({ description: "Their address." }),
        text: Type.String(),
      },
      { description: "Of a summary: the beginning of the newest message." },
    ),
  ),
  artifacts: Type.Array(ArtifactSchema),
  payment: PaymentSchema,
  checkpoints: Type.Array(CheckpointSchema),
  nextStep: NextStepSchema,
  actions: Type.Optional(
    Type.Array(ActionSchema, {
      description:
        "What you may do now, most pressing first; left out of lists. Flags and a follow-up are always there.",
    }),
  ),
  replyReaders: Type.Optional(ReplyReadersSchema),
  folders: Type.Array(ViewSchema),
  folder: nullable(ViewSchema),
  unread: Type.Boolean(),
  archived: Type.Boolean(),
  needsYou: Type.Boolean(),
  replyAccepts: Type.Boolean({
    description:
      "True if a message of yours would accept the request; with accept: false it asks first and accepts nothing.",
  }),
  labels: Type.Array(Type.String()),
  from: closed({ address: Type.String(), name: Type.String() }),
  contactType: ContactTypeSchema,
  release: ReleaseSchema,
  releaseAction: nullable(ReleaseActionSchema),
  links: closed({
    self: Type.String(),
    web: Type.String(),
    subscribe: Type.String(),
    audit: Type.String(),
    followUp: Type.Optional(
      closed({
        method: Type.Literal("POST"),
        href: Type.String(),
        contextId: Type.String(),
      }),
    ),
  }),
});

/** A record as a viewer sees it: whole, or only what keeps the chain verifiable. */
export const AuditRecordSchema = Type.Object(
  {
    seq: Type.Integer(),
    hash: Type.String(),
    prevHash: Type.String(),
    bodyHash: Type.String({ description: "SHA-256 of the RFC 8785 body." }),
    type: Type.String({
      description: "What happened; redacted if the body is not for you.",
    }),
  },
  { additionalProperties: true },
);

/** Who a record is by; to its own account also what proves the actor's commitment. */
export const RecordActorsSchema = Type.Array(
  closed({
    seq: Type.Integer({ description: "The record." }),
    ...ActorSchema.properties,
    salt: Type.Optional(Type.String()),
  }),
  { description: "Who each record is by that you may read." },
);

export const AuditHeadSchema = closed({
  hash: Type.String(),
  seq: Type.Integer(),
});

/** Result of reading a conversation. */
export const ConversationReadSchema = closed({
  conversationId: Type.String(),
  contextId: Type.String(),
  conversation: ConversationSchema,
  messages: Type.Array(MessageSchema),
  state: StateSchema,
  audit: Type.Optional(
    closed({
      records: Type.Array(AuditRecordSchema),
      actors: RecordActorsSchema,
      head: AuditHeadSchema,
    }),
  ),
  ...SINCE_FIELD,
});
