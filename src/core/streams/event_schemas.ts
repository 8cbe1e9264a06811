import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { Word } from "../base/own_words.ts";
import {
  ConversationIdWord,
  closed,
  described,
  flag,
  integer,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { MessageSchema } from "../conversations/model/content_schemas.ts";
import { ActorSchema } from "../conversations/model/part_schemas.ts";
import { PaymentSchema } from "../conversations/model/payment_schema.ts";
import {
  LabelNames,
  SnoozedUntil,
  StateSchema,
} from "../conversations/model/schemas.ts";
import { DisputeSchema } from "../conversations/model/terms/dispute_schema.ts";
import { ProposalSchema } from "../conversations/model/terms/terms_schema.ts";

const at = timestamp("When it happened.");
const conversationId = ConversationIdWord;
const contextId = Word("id", "Id of the context.");
const version = integer("The version after it.");
const state = described(StateSchema, "The state after it.");
const serverTime = timestamp("When the stream began or restarted.");

const COMMON = {
  eventId: Word("id", "Id of the event, the same for everyone."),
  conversationId,
  at,
  version,
};

const actor = closed(
  {
    accountId: Type.Optional(Word("id", "Id of the account that acted.")),
    address: Type.Optional(Word("address", "A guest's address.")),
    ...ActorSchema.properties,
  },
  { description: "The actor." },
);

/** The data of each event of a conversation's stream, by its name (docs/events.md). */
export const CONVERSATION_EVENTS = {
  ready: closed({
    conversationId,
    contextId,
    state,
    version,
    lastEventId: integer("Id of the newest event."),
    replayFrom: nullable(
      integer("Missed events after this id follow; null if none."),
    ),
    reset: flag("True if you should read the conversation again."),
    serverTime,
  }),
  "message.appended": closed({
    ...COMMON,
    contextId,
    state,
    message: described(MessageSchema, "The item, as you can read it."),
  }),
  "state.changed": closed({
    ...COMMON,
    from: nullable(
      described(StateSchema, "The state before it; null for a new one."),
    ),
    state,
    reason: nullable(string("Reason; null if there is none.")),
    actor,
  }),
  "payment.updated": closed({
    ...COMMON,
    previousStatus: described(
      PaymentSchema.properties.status,
      "The payment's status before it.",
    ),
    payment: described(PaymentSchema, "The payment after it."),
    actor,
  }),
  "terms.changed": closed({
    ...COMMON,
    state,
    proposalId: Type.Optional(ProposalSchema.properties.proposalId),
    status: Type.Optional(ProposalSchema.properties.status),
    dueAt: Type.Optional(timestamp("The new deadline, if it was extended.")),
    actor,
  }),
  "dispute.changed": closed({
    ...COMMON,
    state,
    disputeId: DisputeSchema.properties.disputeId,
    status: DisputeSchema.properties.status,
    actor,
  }),
};

/** The data of each event of the inbox's stream, by its name (docs/events.md). */
export const INBOX_EVENTS = {
  ready: closed({
    reset: flag("True if you should read everything again."),
    serverTime,
  }),
  "conversation.changed": closed({
    conversationId,
    at,
    version,
    state,
    events: Type.Array(Word("code"), {
      description: "Names of its newest events that you can read.",
    }),
  }),
  "flags.changed": closed({
    conversationId,
    at,
    unread: flag("True if you haven't read all of it."),
    archived: flag("True if you archived it."),
    snoozedUntil: SnoozedUntil,
    labels: LabelNames,
  }),
  "draft.deleted": closed({ conversationId, at }),
  "replying.changed": closed({
    conversationId,
    memberId: Word("id", "Id of a colleague's account."),
    name: string("Their name."),
    until: timestamp("When it ends, if they don't go on."),
  }),
  "contact.changed": closed({
    address: Word("address", "The contact's address."),
    at,
    gone: flag("True if it is no longer a contact."),
  }),
  "payment.moved": closed({
    transferId: Word("id", "Id of the movement in your statement."),
    at,
  }),
  "settings.changed": closed({
    name: Word("code", "Which setting (docs/events.md)."),
    at,
  }),
};

/** The data of each event of the inbox's stream. */
export type InboxEvents = {
  readonly [N in keyof typeof INBOX_EVENTS]: Static<(typeof INBOX_EVENTS)[N]>;
};

export const ConversationEventSchema = eventOf(
  CONVERSATION_EVENTS,
  "An event of one conversation. Ignore names you don't know.",
);

export const InboxEventSchema = eventOf(
  INBOX_EVENTS,
  "An event of the whole inbox. Ignore names you don't know.",
);

/** One of several events, with the three fields of a stream; the data is one line of JSON. */
function eventOf(
  events: Readonly<Record<string, TSchema>>,
  description: string,
) {
  const all = Object.entries(events).map(([name, data]) =>
    closed({
      id: Type.Optional(
        string("Send it as Last-Event-ID to continue after it."),
      ),
      event: Type.Literal(name, { description: "The event." }),
      data: described(data, "The event's data."),
    }),
  );
  return Type.Union(all, { description });
}
