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
import { ACCOUNT_KINDS } from "../../db/tables/account_schema.ts";
import { OUTCOMES } from "../../review/rule.ts";
import { RULE_IDS } from "../../review/rule_ids.ts";

/** Schemas that are parts of others. */

export const PartSchema = closed({
  text: Type.Optional(string("Plain text.")),
  data: Type.Optional(
    Type.Unknown({ description: "Structured data, as sent." }),
  ),
  url: Type.Optional(
    string("URL of the content; the service doesn't fetch it."),
  ),
  raw: Type.Optional(string("Base64.")),
  mediaType: Type.Optional(Word("mediaType", "Media type of the content.")),
  filename: Type.Optional(string("Name of the file.")),
});

/** The members that describe a file. */
export const FILE_FIELDS = {
  artifactId: Word("id", "Id of the file."),
  name: string("Name of the file."),
  mimeType: Word("mediaType", "Media type, as stated by whoever added it."),
  size: Type.Optional(integer("Bytes; absent for a uri.")),
  sha256: Type.Optional(
    Word("digest", "SHA-256 of the bytes, as hex; absent for a uri."),
  ),
  uri: Type.Optional(
    string("External URL; absent for bytes that the service has."),
  ),
  downloadUrl: Type.Optional(Word("link", "Download URL; absent for a uri.")),
};

export const KindSchema = Type.Enum([...ACCOUNT_KINDS, "email"]);

export const ModeSchema = Type.Enum(["initial", "reply", "reply-all"]);

/** The verdict of one rule of the review. */
export const RuleSchema = closed({
  id: Type.Enum([...RULE_IDS], {
    description: "Which rule (docs/review_rules.md).",
  }),
  outcome: Type.Enum([...OUTCOMES], {
    description: "The rule's outcome; the strictest decides.",
  }),
  detail: Word("sentence", "Reason; may be empty."),
});

/** The service's facts about an author, for the viewer (docs/trust.md). */
export const TrustSchema = closed(
  {
    relation: Type.Enum(["self", "contact", "stranger", "service"], {
      description:
        "Who they are to you: your own account, a contact, a stranger, or the service.",
    }),
    contactType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description: "Their type in your contacts.",
      }),
    ),
    claimedType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description: "Relation that the sender claims.",
      }),
    ),
    origin: Type.Optional(
      Word("link", "The other service that their words come from."),
    ),
    wallet: Type.Optional(
      Word(
        "address",
        "The wallet that paid, of a buyer without an account or a name.",
      ),
    ),
    firstContact: flag("True if you have never exchanged anything with them."),
    paid: nullable(
      money("Amount held or released for this conversation; null if none."),
    ),
  },
  {
    description:
      "The service's facts about the author; a sender can only set claimedType. paid is the amount held or released for this conversation.",
  },
);

/** The actor of something, as the viewer may know them (docs/trust.md). */
export const ActorSchema = closed(
  {
    kind: Type.Enum([...ACTOR_KINDS], { description: "The kind of actor." }),
    label: string("The words to show for it."),
    name: Type.Optional(string("Name of the agent's access when it acted.")),
    credentialId: Type.Optional(Word("id", "Id of the access it used.")),
  },
  {
    description: "Who acted; name and credentialId only for your own account.",
  },
);

/** How much moves, from whom and to whom. */
export const MOVED_FIELDS = {
  amount: money("The amount."),
  from: Type.Optional(
    Word("address", "Sender's address; absent where a held amount goes back."),
  ),
  to: Word("address", "The recipient's address."),
};

/** For a draft: its scheduled time, or why it was not sent. */
export const SENDING_FIELDS = {
  sendAt: Type.Optional(
    timestamp("When this draft is sent; any change cancels that."),
  ),
  sendFailure: Type.Optional(
    closed(
      {
        at: timestamp("When it was tried."),
        code: codeText("The error code."),
        detail: Word("sentence", "Why, in a sentence."),
      },
      { description: "Why this draft wasn't sent at its time." },
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
      { description: "Positions of the words in it." },
    ),
  },
  {
    description:
      "With snippets: the text with the words; absent where a title or a name has them.",
  },
);
