import { Type } from "typebox";
import { ACTOR_KINDS } from "../../access/actor.ts";
import { CONTACT_TYPES } from "../../addresses/contact_types.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  codeText,
  flag,
  integer,
  money,
  nullable,
  string,
  timestamp,
} from "../../base/schemas.ts";
import { OUTCOMES } from "../../review/rule.ts";
import { RULE_IDS } from "../../review/rule_ids.ts";

/** Schemas that are parts of others. */

export const PartSchema = closed({
  text: Type.Optional(string("Plain text.")),
  data: Type.Optional(
    Type.Unknown({ description: "Structured data, as it was sent." }),
  ),
  url: Type.Optional(
    string("Address of the content; the service does not fetch it."),
  ),
  raw: Type.Optional(string("Base64.")),
  mediaType: Type.Optional(Word("mediaType", "Media type of the content.")),
  filename: Type.Optional(string("Name of the file.")),
});

/** The members that describe a file. */
export const FILE_FIELDS = {
  artifactId: Word("id", "Id of the file."),
  name: Type.String({ description: "Name of the file." }),
  mimeType: Word("mediaType", "Media type, as whoever added it says."),
  size: Type.Optional(integer("Bytes; absent for a uri.")),
  sha256: Type.Optional(
    Word("digest", "SHA-256 of the bytes, as hex; absent for a uri."),
  ),
  uri: Type.Optional(
    string("Where others host it; absent for bytes that the service holds."),
  ),
  downloadUrl: Type.Optional(
    Word("link", "Where its bytes are; absent for a uri."),
  ),
};

export const KindSchema = Type.Enum(["person", "agent", "service", "email"]);

export const ModeSchema = Type.Enum(["initial", "reply", "reply-all"]);

/** The verdict of one rule of the review. */
export const RuleSchema = closed({
  id: Type.Enum([...RULE_IDS], {
    description: "Which rule (docs/review_rules.md).",
  }),
  outcome: Type.Enum([...OUTCOMES], {
    description: "What the rule asks for: the strictest decides.",
  }),
  detail: Word("sentence", "Why; empty where nothing is to say."),
});

/** The service's facts about an author, for the viewer (docs/trust.md). */
export const TrustSchema = closed(
  {
    relation: Type.Enum(["self", "contact", "stranger", "service"], {
      description:
        "Who they are to you: your own account, somebody in your contacts, nobody that you know, or the service.",
    }),
    contactType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description: "What they are in your own contacts.",
      }),
    ),
    claimedType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description: "What the sender says they are to you: a claim.",
      }),
    ),
    firstContact: flag(
      "True if you have never exchanged anything with them before.",
    ),
    paid: nullable(
      money(
        "What is held for this conversation or was released; null for nothing.",
      ),
    ),
  },
  {
    description:
      "What the service says of the author to you; nothing that a sender says changes it, but claimedType. paid is what is held for this conversation or was released.",
  },
);

/** The actor of something, as the viewer may know them (docs/trust.md). */
export const ActorSchema = closed(
  {
    kind: Type.Enum([...ACTOR_KINDS], { description: "What acted." }),
    label: string("The words to show for it."),
    name: Type.Optional(
      Word("own", "What you called the agent's access when it acted."),
    ),
    credentialId: Type.Optional(
      Word("id", "Id of the access that it acted by."),
    ),
  },
  {
    description:
      "Who acted, as the service knows it; name and credentialId only for your own account's.",
  },
);

/** How much moves, from whom and for whom. */
export const MOVED_FIELDS = {
  amount: money("How much."),
  from: Type.Optional(
    Word(
      "address",
      "Address that it comes from; absent where what was only held goes back.",
    ),
  ),
  to: Word("address", "Address that it is for."),
};

/** Of a draft: when it is sent by itself, or why it was not. */
export const SENDING_FIELDS = {
  sendAt: Type.Optional(
    timestamp("When this draft is sent by itself; any change takes it back."),
  ),
  sendFailure: Type.Optional(
    closed(
      {
        at: timestamp("When it was tried."),
        code: codeText("The error that it was refused with."),
        detail: Word("sentence", "Why, in a sentence."),
      },
      { description: "Why this draft was not sent when it should have been." },
    ),
  ),
};

/** Where a search found its words. */
export const SnippetSchema = closed(
  {
    messageId: Word("id", "The newest message with the words."),
    text: string("A part of its text, in one line, with … where it is cut."),
    marks: Type.Array(
      closed({
        start: integer("Where a word begins, in UTF-16 units of text."),
        end: integer("Where it ends."),
      }),
      { description: "Where the words stand in it." },
    ),
  },
  {
    description:
      "Of a search with snippets: what holds the words; absent where a title or a name has them.",
  },
);
