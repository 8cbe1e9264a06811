import type { Static } from "typebox";
import { Type } from "typebox";
import { CONTACT_TYPES, STANDINGS } from "../../addresses/contact_types.ts";
import { A2aFieldsSchema } from "../../base/a2a_fields.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  described,
  flag,
  money,
  nullable,
  refusalSchema,
  string,
  TestLabel,
  timestamp,
} from "../../base/schemas.ts";
import { ACTS } from "./acts.ts";
import {
  ActorSchema,
  FILE_FIELDS,
  KindSchema,
  MOVED_FIELDS,
  ModeSchema,
  PartSchema,
  RuleSchema,
  TrustSchema,
} from "./part_schemas.ts";

const FileSchema = closed(FILE_FIELDS);

const MovesSchema = closed({
  moves: Type.Enum(["hold", "keep", "release", "return", "raise"], {
    description:
      "What becomes of the amount on approval: it is held, stays held, goes to the payee, goes back to the payer, or is held beside what is held already.",
  }),
  ...MOVED_FIELDS,
  label: Type.Optional(TestLabel()),
  before: Type.Optional(money("The price as it is.")),
  after: Type.Optional(money("The price as it would be.")),
});

const EntrySchema = closed({
  contactType: Type.Enum([...CONTACT_TYPES], {
    description: "What they are to you.",
  }),
  standing: Type.Enum([...STANDINGS], {
    description: "Whether they are asked as usual, always let in, or blocked.",
  }),
});

const ProposalSchema = closed(
  {
    messageId: Type.Optional(
      Word(
        "id",
        "Id of the message, once it is in the thread or if it will be.",
      ),
    ),
    mode: Type.Optional(described(ModeSchema, "Who reads it.")),
    inReplyTo: Type.Optional(Word("id", "Id of the message that it answers.")),
    text: Type.Optional(
      string(
        "What the message, question or statement says; left out where it is the message messageId of this answer, in a summary, and once it is decided: then it is in the thread as messageId, or was dropped.",
      ),
    ),
    parts: Type.Optional(
      Type.Array(PartSchema, {
        description: "Content of the message, in order; left out as text is.",
      }),
    ),
    a2a: Type.Optional(
      described(
        A2aFieldsSchema,
        "A2A fields of the message that no other wire has.",
      ),
    ),
    artifactIds: Type.Array(Word("id"), {
      description: "Ids of the files that go with it.",
    }),
    artifacts: Type.Array(FileSchema, {
      description: "Files that go with it, or that were sent with the request.",
    }),
    recipients: Type.Array(
      closed({
        address: Word("address", "Full address, such as ada@example.com."),
        displayName: Type.String({ description: "What they call themselves." }),
        kind: described(KindSchema, "What reads it."),
        role: Type.Enum(["sender", "to", "cc", "bcc"], {
          description: "Their place in the conversation.",
        }),
      }),
      { description: "Who reads it or hears of it on approval." },
    ),
    reason: Type.Optional(string("Why, in the words of whoever asks.")),
    money: Type.Optional(
      described(
        MovesSchema,
        "The money that the approval moves or keeps held; absent if none.",
      ),
    ),
    accepts: Type.Optional(flag("True if approving accepts the request.")),
    signs: Type.Optional(flag("True if approving signs the receipt.")),
    sends: Type.Optional(
      flag("True if the recipients get something on approval."),
    ),
    spends: Type.Optional(
      flag("True if the money is that of the account that is asked."),
    ),
    asks: Type.Optional(
      flag("True for a question: the comment is its answer."),
    ),
    contact: Type.Optional(
      closed(
        {
          address: Word("address", "Full address, such as ada@example.com."),
          before: nullable(described(EntrySchema, "The entry as it is.")),
          after: described(EntrySchema, "The entry as it would be."),
        },
        {
          description:
            "A contact of yours as it is and as it would be; null is no contact.",
        },
      ),
    ),
  },
  { description: "The whole of what happens on approval." },
);

const OutcomesSchema = closed(
  {
    approve: Word("sentence", "What approving does."),
    decline: Word("sentence", "What declining does."),
    silence: Word(
      "sentence",
      "What happens if nobody answers before expiresAt.",
    ),
  },
  { description: "What each answer leads to, in a plain sentence." },
);

const DecisionSchema = closed({
  outcome: Type.Enum(["approved", "declined", "expired", "superseded"], {
    description: "How it ended.",
  }),
  effect: Word("sentence", "What came of it, in a sentence."),
  actor: Type.Optional(
    described(ActorSchema, "Who decided; absent if nobody did."),
  ),
  at: Type.Optional(timestamp("When it ended.")),
  comment: Type.Optional(string("What whoever decided wrote about it.")),
});

/** A checkpoint, open or decided; a decided one stays in the thread. */
export const CheckpointSchema = closed({
  checkpointId: Word("id", "Id of the checkpoint."),
  kind: Type.Enum(["review", "acceptance", "input"], {
    description:
      "review: the security review asks; acceptance: a request waits for its recipient; input: an agent asks its person.",
  }),
  act: Type.Enum([...ACTS], { description: "What it is about." }),
  title: Type.String({ description: "The question, in a line." }),
  summary: string("The question, in a sentence or two."),
  action: Type.Record(Type.String(), Type.Unknown(), {
    description: "The exact action, as it was digested.",
  }),
  actionDigest: Word(
    "digest",
    "SHA-256 of the exact action; an approval is for this one alone.",
  ),
  rules: Type.Array(RuleSchema, {
    description: "Why a decision is needed, each in a sentence.",
  }),
  askedBy: Type.Optional(
    closed(
      {
        address: Word("address", "Full address, such as ada@example.com."),
        name: Type.String({ description: "What they call themselves." }),
        kind: described(KindSchema, "What asks."),
        credentialId: Type.Optional(
          Word(
            "id",
            "Id of the credential that asks; only for your own account.",
          ),
        ),
        label: string("The words to show for who asks."),
        trust: Type.Optional(
          described(TrustSchema, "What the service says of who asks."),
        ),
      },
      { description: "Who asks; absent where nobody in particular does." },
    ),
  ),
  reviewId: Type.Optional(
    Word("id", "Id of the review that asks; absent for an acceptance."),
  ),
  proposal: ProposalSchema,
  outcomes: OutcomesSchema,
  forAccountId: Word("id", "Id of the account that decides."),
  mayDecide: flag(
    "True if you may approve and decline it. An agent may where it could do the same itself without asking, and never what it proposed.",
  ),
  mayDecline: flag("True if you may at least decline it."),
  because: Type.Optional(
    refusalSchema("Why you may not decide it: the error that it would be."),
  ),
  approvalUrl: Type.Optional(
    Word(
      "link",
      "Where the person decides it, signed in; present if you may not. Give it to them.",
    ),
  ),
  allowed: Type.Array(Type.Enum(["approve", "decline"]), {
    description: "The answers there are.",
  }),
  openedAt: timestamp("When it was asked."),
  expiresAt: timestamp("When it ends undecided."),
  status: Type.Enum(["open", "approved", "declined", "expired", "superseded"], {
    description:
      "open until it is decided; superseded if what it was about is gone.",
  }),
  decision: Type.Optional(
    described(DecisionSchema, "How it ended; absent while it is open."),
  ),
  decidedBy: Type.Optional(Word("id", "Address of the account that decided.")),
  decidedActor: Type.Optional(described(ActorSchema, "Who decided.")),
  decidedAt: Type.Optional(
    timestamp("When it was decided; absent while it is open."),
  ),
  comment: Type.Optional(string("What whoever decided wrote about it.")),
});

/** A checkpoint as one viewer sees it. */
export type CheckpointView = Static<typeof CheckpointSchema>;
