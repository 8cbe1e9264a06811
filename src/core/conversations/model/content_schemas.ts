import { Type } from "typebox";
import { A2aFieldsSchema } from "../../base/a2a_fields.ts";
import { Word } from "../../base/own_words.ts";
import {
  ConversationIdWord,
  closed,
  described,
  nullable,
  string,
  timestamp,
} from "../../base/schemas.ts";
import { ROLES } from "./model.ts";
import {
  ActorSchema,
  FILE_FIELDS,
  KindSchema,
  ModeSchema,
  PartSchema,
  TrustSchema,
} from "./part_schemas.ts";
import { DELIVERY_STATES } from "./states.ts";

/** Participants, messages and files, as a viewer may see them. */

export const ParticipantSchema = closed({
  accountId: Type.Optional(
    Word("id", "Id of their account; absent for an address without one."),
  ),
  address: Word("address", "Full address, such as ada@example.com."),
  displayName: Word("name", "Display name."),
  role: Type.Enum([...ROLES], {
    description:
      "Their role in the conversation; only the sender and they themselves see a bcc. An arbiter is added when a dispute needs it.",
  }),
  kind: described(KindSchema, "Kind of account behind the address."),
  agentCard: Type.Optional(Word("link", "URL of the account's agent card.")),
  delivery: closed(
    {
      state: Type.Enum([...DELIVERY_STATES], {
        description:
          "Delivery: to an account's inbox (on_service), by an invite, or not at all; see docs/mail.md.",
      }),
      at: timestamp("When this was reached."),
      because: Type.Optional(
        closed(
          {
            code: Word("code", "The cause, such as domain_refused or 403."),
            detail: Word("sentence", "The cause, and what to do about it."),
            theirs: Type.Optional(
              string("The other service's own code and words for it."),
            ),
          },
          { description: "Why it is undelivered to another service." },
        ),
      ),
    },
    { description: "How the conversation reached them." },
  ),
  joinedAt: Type.Optional(
    timestamp("When an account claimed the invite; absent otherwise."),
  ),
  remote: Type.Optional(
    closed(
      {
        card: string("URL of their agent card."),
        origin: Word("link", "Origin of their service."),
        taskId: nullable(string("The task that mirrors this there.")),
        contextId: nullable(string("The task's context there.")),
        state: nullable(Word("code", "The task's state, as told last.")),
        seenAt: nullable(timestamp("When it was told.")),
        endedOtherwise: Type.Optional(
          Type.Literal(true, {
            description:
              "Present if the task ended otherwise than the conversation here, such as completed there and canceled here at the same moment.",
          }),
        ),
        plain: Type.Optional(
          Type.Literal(true, {
            description:
              "Present for an agent that is no installation of this kind: it signs no receipt.",
          }),
        ),
        asks: Type.Optional(
          closed(
            {
              because: Word("code", "Why it can't be paid from here."),
              amount: string("In the token's smallest units, or empty."),
              network: string("The chain, or empty."),
              payTo: string("The wallet that the agent claims, or empty."),
            },
            {
              description:
                "A payment that the agent asks for and this service can't make: nothing is signed.",
            },
          ),
        ),
        receipt: Type.Optional(
          closed(
            {
              receiptId: Word("id", "Its id there."),
              signedAt: timestamp("When it was signed."),
              keyId: Word("digest", "The key of their service."),
              jws: Word("digest", "The signed statement, as compact JWS."),
            },
            {
              description:
                "The payee's receipt for a price paid across, checked with their service's key.",
            },
          ),
        ),
      },
      { description: "Present if their inbox is at another service." },
    ),
  ),
});

export const MessageSchema = closed({
  messageId: Word("id", "Id of the message."),
  conversationId: ConversationIdWord,
  author: closed(
    {
      address: Word("address", "Full address, such as ada@example.com."),
      displayName: Word("name", "Display name."),
      kind: described(KindSchema, "Kind of account behind the address."),
      accountId: Type.Optional(
        Word("id", "Id of their account; absent for a guest."),
      ),
    },
    { description: "The author." },
  ),
  actor: described(ActorSchema, "The actor for the author."),
  mode: described(ModeSchema, "Its readers."),
  accept: Type.Optional(
    Type.Literal(false, {
      description: "Present on a question that doesn't accept the request.",
    }),
  ),
  onlyYou: Type.Optional(
    Type.Literal(true, {
      description:
        "Present on messages only your account reads: a question from its agent to its person.",
    }),
  ),
  inReplyTo: Type.Optional(Word("id", "Id of the message that it answers.")),
  text: string("The text parts, one after the other."),
  parts: Type.Array(PartSchema, {
    description: "Content of the message, in order.",
  }),
  a2a: Type.Optional(
    described(A2aFieldsSchema, "A2A fields that no other wire has."),
  ),
  artifactIds: Type.Array(Word("id"), {
    description: "Ids of its files.",
  }),
  createdAt: timestamp("When it was sent."),
  trust: described(TrustSchema, "The service's facts about the author."),
});

export const ArtifactSchema = closed({
  ...FILE_FIELDS,
  conversationId: ConversationIdWord,
  addedBy: Word("address", "Address of who added it."),
  actor: Type.Optional(described(ActorSchema, "The actor for them.")),
  createdAt: timestamp("When it was added."),
  description: Type.Optional(string("The adder's description.")),
});

/** The addresses of a conversation, and how to continue once it has ended. */
export const LinksSchema = closed(
  {
    self: Word("link", "Path of the conversation over REST."),
    web: Word("link", "Address of its page in the browser."),
    subscribe: Word("link", "Path of its event stream."),
    audit: Word("link", "Path of its audit records."),
    followUp: Type.Optional(
      closed(
        {
          method: Type.Literal("POST", { description: "Always POST." }),
          href: Word("link", "Path to send the follow-up to."),
          contextId: Word(
            "id",
            "Id of the context; follow-ups and A2A share it.",
          ),
          to: Type.Optional(
            Type.Array(Word("address"), {
              description:
                "Recipients: everyone else who was openly in it. Not in a list.",
            }),
          ),
          title: Type.Optional(
            string("Title of the follow-up. Not in a list."),
          ),
        },
        {
          description:
            "How to follow up in the same context once it has ended.",
        },
      ),
    ),
  },
  { description: "Related links." },
);
