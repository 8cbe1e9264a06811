import { Type } from "typebox";
import { CONTACT_TYPES } from "../../addresses/contact_types.ts";
import { LIMITS } from "../../base/limits.ts";
import { Word } from "../../base/own_words.ts";
import {
  ConversationIdWord,
  closed,
  described,
  flag,
  integer,
  nullable,
  string,
  Timestamp,
  timestamp,
} from "../../base/schemas.ts";
import { SINCE_FIELD } from "../../base/wait_fields.ts";
import { CheckpointSchema } from "./checkpoint_schema.ts";
import {
  ArtifactSchema,
  LinksSchema,
  MessageSchema,
  ParticipantSchema,
} from "./content_schemas.ts";
import { ActorSchema, SENDING_FIELDS, SnippetSchema } from "./part_schemas.ts";
import {
  PaymentSchema,
  ReleaseActionSchema,
  ReleaseSchema,
} from "./payment_schema.ts";
import {
  AuditHeadSchema,
  AuditRecordSchema,
  ImportedSchema,
  RecordActorsSchema,
} from "./record_schemas.ts";
import { STATE_CODES } from "./state_codes.ts";
import { STATES } from "./states.ts";
import { TermsSchema } from "./terms/terms_schema.ts";
import { ActionSchema, NextStepSchema } from "./turn_schemas.ts";

/** The viewer-safe schemas of every wire's answers. */

export const StateSchema = Type.Enum([...STATES]);

/** The state in an answer. */
export const StateNow = described(
  StateSchema,
  "The conversation's state (docs/states.md).",
);

export const ContactTypeSchema = Type.Enum([...CONTACT_TYPES], {
  description: "Relationship that the sender claims to the recipients.",
});

export const VIEWS = [
  "inbox",
  "sent",
  "drafts",
  "archive",
  "needs_you",
  "payments",
  "requests",
  "waiting",
  "snoozed",
] as const;
export type View = (typeof VIEWS)[number];

/** The sections of the view needs_you, the most urgent first. */
export const SECTIONS = ["money", "approvals", "replies"] as const;
export type Section = (typeof SECTIONS)[number];

export const SectionSchema = Type.Enum([...SECTIONS], {
  description:
    "Section of needs_you: money to accept, sign for or refund; approvals; replies that are asked or paid for.",
});

/** The end of a viewer's snooze. */
export const SnoozedUntil = nullable(
  described(
    Type.Union([Timestamp, Type.Literal("change")]),
    "When it comes back; change means on the next change; null if it isn't snoozed.",
  ),
);

export const ViewSchema = Type.Enum([...VIEWS], {
  description: "View to list; all readable conversations if absent.",
});

/** The readers of a reply by its mode. */
const ReplyReadersSchema = closed(
  {
    reply: Type.Array(Word("address"), {
      description: "Readers of a reply.",
    }),
    "reply-all": Type.Array(Word("address"), {
      description: "Readers of a reply to all.",
    }),
    inReplyTo: Type.Optional(
      Word(
        "id",
        "The message that a reply answers: sent as inReplyTo, it reaches these readers whatever comes in meanwhile.",
      ),
    ),
  },
  { description: "Addresses that would read your message, by its mode." },
);

/** Labels of the viewer. */
export const LabelNames = Type.Array(Type.String(), {
  description: "Your labels on it; only you see them.",
});

/** The fields next to messages that may be incomplete. */
const OLDER_FIELDS = {
  messagesOmitted: integer(
    "How many readable messages are older than those shown.",
  ),
  before: Type.Optional(Word("id", "Pass it as before to get older ones.")),
};

export const ConversationSchema = closed({
  withheld: Type.Optional(
    Type.Literal("conversations:read", {
      description:
        "The missing scope: without it, a write answers only with ids, state, flags, the payment needed and open checkpoints; every other field is empty.",
    }),
  ),
  id: Word("id", "The same as conversationId."),
  conversationId: ConversationIdWord,
  contextId: Word("id", "Id of the context; follow-ups and A2A share it."),
  title: string("Its title."),
  state: described(StateSchema, "The conversation's state (docs/states.md)."),
  stateTitle: Word(
    "sentence",
    "The state in two or three words, for a person to read.",
  ),
  stateReason: nullable(
    string(
      "Reason for the state: a code of the service or the words of whoever ended it; null if there is none.",
    ),
  ),
  stateCode: nullable(
    Type.Enum([...STATE_CODES], {
      description:
        "stateReason if it is a code of the service; null if it is someone's words.",
    }),
  ),
  stateReasonBy: Type.Optional(
    closed(
      {
        address: Type.Optional(Word("address", "Their address.")),
        ...ActorSchema.properties,
      },
      { description: "Whose words the reason is." },
    ),
  ),
  declines: Type.Optional(
    Type.Array(
      closed({
        address: Word("address", "The recipient who declined."),
        reason: Type.Optional(string("Their own words, if they gave any.")),
        at: timestamp("When they declined."),
      }),
      { description: "For the sender: each recipient who declined." },
    ),
  ),
  stateAt: timestamp("When it came into this state."),
  ...SENDING_FIELDS,
  version: integer("Grows by one with each change; the ETag is based on it."),
  createdAt: timestamp("When it was created."),
  updatedAt: timestamp("When it last changed, or came back to you."),
  lastMessageAt: nullable(
    timestamp("When the newest message came; null without one."),
  ),
  messageCount: integer("How many messages you can read."),
  participants: Type.Array(ParticipantSchema, {
    description:
      "Participants, the sender first; other bcc recipients are left out.",
  }),
  messages: Type.Array(MessageSchema, {
    description: `The newest, ${LIMITS.threadMessagesMax} at most; messagesOmitted and before say what else there is.`,
  }),
  ...OLDER_FIELDS,
  preview: Type.Optional(
    closed(
      {
        author: Word("address", "Their address."),
        actor: described(ActorSchema, "The actor for the author."),
        text: string("The first words of its text, without Markdown's marks."),
      },
      { description: "Of a summary: the beginning of the newest message." },
    ),
  ),
  snippet: Type.Optional(SnippetSchema),
  artifacts: Type.Array(ArtifactSchema, {
    description: "Files that you can read.",
  }),
  payment: described(PaymentSchema, "The price and its status."),
  terms: Type.Optional(
    described(TermsSchema, "Terms beside the price; absent without any."),
  ),
  checkpoints: Type.Array(CheckpointSchema, {
    description: "Decisions you can see: open ones and the newest past ones.",
  }),
  nextStep: described(NextStepSchema, "Whose turn it is."),
  actions: Type.Optional(
    Type.Array(ActionSchema, {
      description:
        "What you can do now, most urgent first; in lists, only the answers to requests. Flags and a follow-up are always possible.",
    }),
  ),
  replyReaders: Type.Optional(
    described(ReplyReadersSchema, "Readers of your reply; left out of lists."),
  ),
  folders: Type.Array(ViewSchema, {
    description: "Your views that contain it.",
  }),
  folder: nullable(
    described(ViewSchema, "The first of folders; null if none."),
  ),
  unread: flag("True if it has something new for you."),
  archived: flag("True if you archived it."),
  snoozedUntil: SnoozedUntil,
  needsYou: flag("True if it needs your decision, signature or answer."),
  section: nullable(
    described(
      SectionSchema,
      "Its section of needs_you; null if it isn't there.",
    ),
  ),
  replyAccepts: flag(
    "True if your message would accept the request; with accept: false it asks first without accepting.",
  ),
  labels: LabelNames,
  assignee: Type.Optional(
    nullable(string("In a team: the member who is on it; null for nobody.")),
  ),
  imported: Type.Optional(ImportedSchema),
  from: closed(
    {
      address: Word("address", "Their address."),
      name: string("Display name."),
    },
    { description: "The sender." },
  ),
  contactType: described(
    ContactTypeSchema,
    "Relationship that the sender claims to the recipients.",
  ),
  release: described(ReleaseSchema, "The release condition."),
  releaseAction: nullable(
    described(
      ReleaseActionSchema,
      "The details of the condition; null without any.",
    ),
  ),
  links: LinksSchema,
});

/** The conversation in an act's answer. */
export const ConversationSeen = described(
  ConversationSchema,
  "The conversation as you see it.",
);

/** Result of reading a conversation. */
export const ConversationReadSchema = closed({
  conversationId: ConversationIdWord,
  contextId: Word("id", "Id of the context; follow-ups and A2A share it."),
  conversation: ConversationSeen,
  messages: Type.Array(MessageSchema, {
    description: "The page of its messages, in their order.",
  }),
  ...OLDER_FIELDS,
  state: described(StateSchema, "The conversation's state (docs/states.md)."),
  audit: Type.Optional(
    closed({
      records: Type.Array(AuditRecordSchema, {
        description: "The newest audit records.",
      }),
      actors: described(RecordActorsSchema, "The author of each record."),
      head: described(AuditHeadSchema, "The chain's head."),
    }),
  ),
  ...SINCE_FIELD,
});
