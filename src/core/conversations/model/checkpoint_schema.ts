import type { Static } from "typebox";
import { Type } from "typebox";
import { CONTACT_TYPES, STANDINGS } from "../../addresses/contact_types.ts";
import { A2aFieldsSchema } from "../../base/a2a_fields.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  described,
  flag,
  integer,
  money,
  nullable,
  refusalSchema,
  string,
  TestLabel,
  timestamp,
} from "../../base/schemas.ts";
import { ACTS } from "./acts.ts";
import { ROLES } from "./model.ts";
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
      "Effect on the amount on approval: it is held, stays held, goes to the payee, goes back to the payer, or is held on top of what is already held.",
  }),
  ...MOVED_FIELDS,
  label: Type.Optional(TestLabel()),
  before: Type.Optional(money("The current price.")),
  after: Type.Optional(money("The price on approval.")),
});

const EntrySchema = closed({
  contactType: Type.Enum([...CONTACT_TYPES], {
    description: "Their contact type.",
  }),
  standing: Type.Enum([...STANDINGS], {
    description: "Whether they are asked as usual, always allowed, or blocked.",
  }),
});

const ProposalSchema = closed(
  {
    messageId: Type.Optional(
      Word("id", "Id of the message, if it is or will be in the thread."),
    ),
    mode: Type.Optional(described(ModeSchema, "Its readers.")),
    inReplyTo: Type.Optional(Word("id", "Id of the message that it answers.")),
    text: Type.Optional(
      string(
        "Text of the message, question or statement. Left out if it is the message messageId in this answer, in a summary, and once decided: then it is in the thread as messageId, or was dropped.",
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
        displayName: string("Display name."),
        kind: described(KindSchema, "The kind of reader."),
        role: Type.Enum([...ROLES], {
          description: "Their role in the conversation.",
        }),
      }),
      { description: "Its readers on approval." },
    ),
    reason: Type.Optional(string("Reason, in the asker's words.")),
    money: Type.Optional(
      described(
        MovesSchema,
        "Money that approval moves or keeps held; absent if none.",
      ),
    ),
    accepts: Type.Optional(flag("True if approving accepts the request.")),
    signs: Type.Optional(flag("True if approving signs the receipt.")),
    sends: Type.Optional(
      flag("True if approval sends something to the recipients."),
    ),
    spends: Type.Optional(
      flag("True if the money is the asked account's own."),
    ),
    asks: Type.Optional(
      flag("True for a question: the comment is its answer."),
    ),
    contact: Type.Optional(
      closed(
        {
          address: Word("address", "Full address, such as ada@example.com."),
          before: nullable(described(EntrySchema, "The current entry.")),
          after: described(EntrySchema, "The entry on approval."),
        },
        {
          description:
            "A contact of yours, now and on approval; null is no contact.",
        },
      ),
    ),
  },
  { description: "Everything that happens on approval." },
);

const OutcomesSchema = closed(
  {
    approve: Word("sentence", "Effect of approving."),
    decline: Word("sentence", "Effect of declining."),
    silence: Word("sentence", "Effect if no one answers before expiresAt."),
  },
  { description: "Effect of each answer, in a sentence." },
);

const DecisionSchema = closed({
  outcome: Type.Enum(["approved", "declined", "expired", "superseded"], {
    description: "The outcome.",
  }),
  effect: Word("sentence", "The result, in a sentence."),
  actor: Type.Optional(
    described(ActorSchema, "The decider; absent if no one decided."),
  ),
  at: Type.Optional(timestamp("When it ended.")),
  comment: Type.Optional(string("The decider's comment.")),
  edited: Type.Optional(
    flag("True if its person changed what was proposed before it went."),
  ),
});

/** A checkpoint, open or decided; a decided one stays in the thread. */
export const CheckpointSchema = closed({
  checkpointId: Word("id", "Id of the checkpoint."),
  kind: Type.Enum(["review", "acceptance", "input"], {
    description:
      "review: the security review asks; acceptance: a request waits for its recipient; input: an agent asks its person.",
  }),
  act: Type.Enum([...ACTS], { description: "Its title." }),
  title: string("The question, in a line."),
  summary: string("The question, in a sentence or two."),
  action: Type.Record(Type.String(), Type.Unknown(), {
    description: "The exact action behind the digest.",
  }),
  actionDigest: Word(
    "digest",
    "SHA-256 of the exact action; an approval covers only this one.",
  ),
  rules: Type.Array(RuleSchema, {
    description: "Reasons for the decision, each in a sentence.",
  }),
  askedBy: Type.Optional(
    closed(
      {
        address: Word("address", "Full address, such as ada@example.com."),
        name: string("Display name."),
        kind: described(KindSchema, "The kind of asker."),
        credentialId: Type.Optional(
          Word(
            "id",
            "Id of the credential that asks; only for your own account.",
          ),
        ),
        label: string("Display label of the asker."),
        trust: Type.Optional(
          described(TrustSchema, "The service's facts about the asker."),
        ),
      },
      { description: "The asker; absent if no one in particular." },
    ),
  ),
  reviewId: Type.Optional(
    Word("id", "Id of the review that asks; absent for an acceptance."),
  ),
  proposal: ProposalSchema,
  outcomes: OutcomesSchema,
  forAccountId: Word("id", "Id of the account that decides."),
  deciders: Type.Optional(
    Type.Array(
      closed({
        address: nullable(Word("address", "Their free address.")),
        name: string("Their display name."),
        as: Type.Enum(["owner", "member", "delegate", "stand_in"], {
          description: "By which right.",
        }),
      }),
      {
        description:
          "The people who may decide it, while it is open; absent if only one may.",
      },
    ),
  ),
  asked: Type.Optional(
    Type.Array(
      closed({
        address: nullable(Word("address", "Their free address.")),
        name: string("Their display name."),
        at: timestamp("When they were told."),
      }),
      {
        description:
          "The people who were told of it besides the account's own; absent without.",
      },
    ),
  ),
  mayDecide: flag(
    "True if you can approve and decline it. An agent can if it could do the same without asking, but never for its own proposal.",
  ),
  mayDecline: flag("True if you can at least decline it."),
  because: Type.Optional(
    refusalSchema("Why you can't decide it: the error you would get."),
  ),
  approvalUrl: Type.Optional(
    Word(
      "link",
      "Where the person decides it, signed in; present if you can't. Give it to them.",
    ),
  ),
  allowed: Type.Array(Type.Enum(["approve", "decline"]), {
    description: "The possible answers.",
  }),
  needed: Type.Optional(
    integer(
      "How many different people have to approve it, none of them its proposer; absent for one.",
    ),
  ),
  decisions: Type.Optional(
    Type.Array(
      closed({
        by: string("Name of the person."),
        decision: Type.Literal("approve", { description: "Their answer." }),
        at: timestamp("When they gave it."),
      }),
      { description: "Approvals so far, where it takes several." },
    ),
  ),
  escalatedAt: Type.Optional(
    timestamp("When more people were asked, because nobody had answered."),
  ),
  openedAt: timestamp("When it was asked."),
  expiresAt: timestamp("When it expires."),
  status: Type.Enum(["open", "approved", "declined", "expired", "superseded"], {
    description: "open until decided; superseded if its subject is gone.",
  }),
  decision: Type.Optional(
    described(DecisionSchema, "How it ended; absent while it is open."),
  ),
  decidedBy: Type.Optional(Word("id", "Address of the account that decided.")),
  decidedActor: Type.Optional(described(ActorSchema, "The decider.")),
  decidedAt: Type.Optional(
    timestamp("When it was decided; absent while it is open."),
  ),
  comment: Type.Optional(string("The decider's comment.")),
});

/** A checkpoint as one viewer sees it. */
export type CheckpointView = Static<typeof CheckpointSchema>;
