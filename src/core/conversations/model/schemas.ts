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
import { ActionSchema, NextStepSchema } from "./turn_schemas.ts";

/** The viewer-safe schemas of what every wire answers. */

export const StateSchema = Type.Enum([...STATES]);

/** The state in an answer. */
export const StateNow = described(
  StateSchema,
  "Where the conversation is now (docs/states.md).",
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

/** The sections of the view needs_you, the most pressing first. */
export const SECTIONS = ["money", "approvals", "replies"] as const;
export type Section = (typeof SECTIONS)[number];

export const SectionSchema = Type.Enum([...SECTIONS], {
  description:
    "Of needs_you: money to accept, sign for or give back; approvals; replies that are asked or paid for.",
});

/** Until when a viewer has snoozed a conversation. */
export const SnoozedUntil = nullable(
  described(
    Type.Union([Timestamp, Type.Literal("change")]),
    "When it comes back to you; change if only once something in it changes; null if it is not snoozed.",
  ),
);

export const ViewSchema = Type.Enum([...VIEWS], {
  description: "Which conversations to list; all readable ones if absent.",
});

/** The readers that a reply would have by its mode. */
const ReplyReadersSchema = closed(
  {
    reply: Type.Array(Word("address"), {
      description: "Who would read a reply.",
    }),
    "reply-all": Type.Array(Word("address"), {
      description: "Who would read a reply to all.",
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
  description: "Your labels on it, which nobody else sees.",
});

/** The fields beside messages that may not be all. */
const OLDER_FIELDS = {
  messagesOmitted: integer(
    "How many readable messages are older than those shown.",
  ),
  before: Type.Optional(
    Word("id", "Read with this as before to get the older ones."),
  ),
};

export const ConversationSchema = closed({
  withheld: Type.Optional(
    Type.Literal("conversations:read", {
      description:
        "The scope without which a write answers no more than ids, state, flags, what has to be paid and the open checkpoints; every other field is empty.",
    }),
  ),
  id: Word("id", "The same as conversationId."),
  conversationId: ConversationIdWord,
  contextId: Word("id", "Id of the context; follow-ups and A2A share it."),
  title: Type.String({ description: "What it is about." }),
  state: described(
    StateSchema,
    "Where the conversation is in its course (docs/states.md).",
  ),
  stateTitle: Word(
    "sentence",
    "The state in two or three words, for a person to read.",
  ),
  stateReason: nullable(
    string(
      "Why it is in this state: a code of the service or the words of whoever ended it; null where nothing is to say.",
    ),
  ),
  stateCode: nullable(
    Type.Enum([...STATE_CODES], {
      description:
        "stateReason where it is a code of the service; null where it is somebody's words.",
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
  stateAt: timestamp("When it came into this state."),
  ...SENDING_FIELDS,
  version: integer("Grows by one with each change; the ETag is made of it."),
  createdAt: timestamp("When it was made."),
  updatedAt: timestamp("When it last changed, or came back to you."),
  lastMessageAt: nullable(
    timestamp("When the newest message came; null without one."),
  ),
  messageCount: integer("How many messages you can read."),
  participants: Type.Array(ParticipantSchema, {
    description: "Who is on it, the sender first; others in bcc are left out.",
  }),
  messages: Type.Array(MessageSchema, {
    description: `The newest, ${LIMITS.threadMessagesMax} at most; messagesOmitted and before say what else there is.`,
  }),
  ...OLDER_FIELDS,
  preview: Type.Optional(
    closed(
      {
        author: Word("address", "Their address."),
        text: string("The first words of its text, without Markdown's marks."),
      },
      { description: "Of a summary: the beginning of the newest message." },
    ),
  ),
  snippet: Type.Optional(SnippetSchema),
  artifacts: Type.Array(ArtifactSchema, {
    description: "Files that you can read.",
  }),
  payment: described(PaymentSchema, "The price and what became of it."),
  checkpoints: Type.Array(CheckpointSchema, {
    description:
      "Decisions that you may see: those that wait, and the newest of the past ones.",
  }),
  nextStep: described(NextStepSchema, "Whose turn it is."),
  actions: Type.Optional(
    Type.Array(ActionSchema, {
      description:
        "What you may do now, most pressing first; lists have it of requests alone, and there the answers. Flags and a follow-up are always there.",
    }),
  ),
  replyReaders: Type.Optional(
    described(
      ReplyReadersSchema,
      "Who would read your reply; left out of lists.",
    ),
  ),
  folders: Type.Array(ViewSchema, {
    description: "Every view that it is in, for you.",
  }),
  folder: nullable(
    described(ViewSchema, "The first of folders; null if it is in none."),
  ),
  unread: flag("True if something in it is new to you."),
  archived: flag("True if you have put it away."),
  snoozedUntil: SnoozedUntil,
  needsYou: flag("True if it waits for your decision, signature or answer."),
  section: nullable(
    described(
      SectionSchema,
      "Its section of needs_you; null if it is not in it.",
    ),
  ),
  replyAccepts: flag(
    "True if a message of yours would accept the request; with accept: false it asks first and accepts nothing.",
  ),
  labels: LabelNames,
  imported: Type.Optional(ImportedSchema),
  from: closed(
    {
      address: Word("address", "Their address."),
      name: Type.String({ description: "What they call themselves." }),
    },
    { description: "The sender." },
  ),
  contactType: described(
    ContactTypeSchema,
    "Relationship that the sender claims to the recipients.",
  ),
  release: described(
    ReleaseSchema,
    "What must happen before a held price is released.",
  ),
  releaseAction: nullable(
    described(
      ReleaseActionSchema,
      "The details of the condition; null without any.",
    ),
  ),
  links: LinksSchema,
});

/** The conversation in what an act answers. */
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
  state: described(
    StateSchema,
    "Where the conversation is in its course (docs/states.md).",
  ),
  audit: Type.Optional(
    closed({
      records: Type.Array(AuditRecordSchema, {
        description: "The newest audit records.",
      }),
      actors: described(RecordActorsSchema, "Who each record is by."),
      head: described(AuditHeadSchema, "Where the chain ends."),
    }),
  ),
  ...SINCE_FIELD,
});
