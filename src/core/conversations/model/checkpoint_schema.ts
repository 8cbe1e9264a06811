import type { Static } from "typebox";
import { Type } from "typebox";
import { CONTACT_TYPES, STANDINGS } from "../../addresses/contact_types.ts";
import { A2aFieldsSchema } from "../../base/a2a_fields.ts";
import {
  closed,
  MoneySchema,
  nullable,
  Timestamp,
} from "../../base/schemas.ts";
import { ACTS } from "./acts.ts";
import {
  ActorSchema,
  KindSchema,
  ModeSchema,
  PartSchema,
  RuleSchema,
  TrustSchema,
} from "./part_schemas.ts";

const FileSchema = closed({
  artifactId: Type.String(),
  name: Type.String(),
  mimeType: Type.String(),
  size: Type.Integer({ description: "Bytes; 0 for a uri." }),
  sha256: Type.String(),
  uri: Type.Optional(Type.String()),
  downloadUrl: Type.Optional(Type.String()),
});

const MovesSchema = closed({
  moves: Type.Enum(["hold", "release", "return", "raise"], {
    description:
      "What becomes of the amount on approval: it is held or stays held, goes to the payee, goes back to the payer, or is held beside what is held already.",
  }),
  amount: MoneySchema,
  from: Type.String({ description: "Address that it comes from." }),
  to: Type.String({ description: "Address that it is for." }),
  before: Type.Optional(MoneySchema),
  after: Type.Optional(MoneySchema),
});

const EntrySchema = closed({
  contactType: Type.Enum([...CONTACT_TYPES]),
  standing: Type.Enum([...STANDINGS]),
});

const ProposalSchema = closed(
  {
    messageId: Type.Optional(Type.String()),
    mode: Type.Optional(ModeSchema),
    inReplyTo: Type.Optional(Type.String()),
    text: Type.Optional(
      Type.String({
        description:
          "What the message, question or statement says; left out once it is decided: then it is in the thread as messageId, or was dropped.",
      }),
    ),
    parts: Type.Optional(Type.Array(PartSchema)),
    a2a: Type.Optional(A2aFieldsSchema),
    artifactIds: Type.Array(Type.String()),
    artifacts: Type.Array(FileSchema, {
      description: "Files that go with it, or that were sent with the request.",
    }),
    recipients: Type.Array(
      closed({
        address: Type.String(),
        displayName: Type.String(),
        kind: KindSchema,
        role: Type.Enum(["sender", "to", "cc", "bcc"]),
      }),
      { description: "Who reads it or hears of it on approval." },
    ),
    reason: Type.Optional(
      Type.String({ description: "Why, in the words of whoever asks." }),
    ),
    money: Type.Optional(MovesSchema),
    accepts: Type.Optional(
      Type.Boolean({ description: "True if approving accepts the request." }),
    ),
    signs: Type.Optional(
      Type.Boolean({ description: "True if approving signs the receipt." }),
    ),
    sends: Type.Optional(
      Type.Boolean({
        description: "True if the recipients get something on approval.",
      }),
    ),
    spends: Type.Optional(
      Type.Boolean({
        description: "True if the money is that of the account that is asked.",
      }),
    ),
    asks: Type.Optional(
      Type.Boolean({
        description: "True for a question: the comment is its answer.",
      }),
    ),
    contact: Type.Optional(
      closed(
        {
          address: Type.String(),
          before: nullable(EntrySchema),
          after: EntrySchema,
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
    approve: Type.String(),
    decline: Type.String(),
    silence: Type.String({
      description: "What happens if nobody answers before expiresAt.",
    }),
  },
  { description: "What each answer leads to, in a plain sentence." },
);

const DecisionSchema = closed({
  outcome: Type.Enum(["approved", "declined", "expired", "superseded"]),
  effect: Type.String({ description: "What came of it, in a sentence." }),
  actor: Type.Optional(ActorSchema),
  at: Type.Optional(Timestamp),
  comment: Type.Optional(Type.String()),
});

/** Something that waits for a decision, or waited for one: it stays in the thread. */
export const CheckpointSchema = closed({
  checkpointId: Type.String(),
  kind: Type.Enum(["review", "acceptance", "input", "dispute"]),
  act: Type.Enum([...ACTS], { description: "What it is about." }),
  title: Type.String(),
  summary: Type.String(),
  action: Type.Record(Type.String(), Type.Unknown()),
  actionDigest: Type.String(),
  rules: Type.Array(RuleSchema, {
    description: "Why a decision is needed, each in a sentence.",
  }),
  askedBy: Type.Optional(
    closed({
      address: Type.String(),
      name: Type.String(),
      kind: KindSchema,
      credentialId: Type.Optional(Type.String()),
      label: Type.String({ description: "The words to show for who asks." }),
      trust: Type.Optional(TrustSchema),
    }),
  ),
  reviewId: Type.Optional(Type.String()),
  proposal: ProposalSchema,
  outcomes: OutcomesSchema,
  forAccountId: Type.String(),
  mayDecide: Type.Boolean({
    description:
      "True if you may approve and decline it. An agent may where it could do the same itself without asking, and never what it proposed.",
  }),
  mayDecline: Type.Boolean({
    description: "True if you may at least decline it.",
  }),
  because: Type.Optional(
    closed(
      { code: Type.String(), detail: Type.String() },
      { description: "Why you may not decide it: the error that it would be." },
    ),
  ),
  approvalUrl: Type.Optional(
    Type.String({
      description:
        "Where the person decides it, signed in; present if you may not. Give it to them.",
    }),
  ),
  allowed: Type.Array(Type.Enum(["approve", "decline"])),
  openedAt: Timestamp,
  expiresAt: Timestamp,
  status: Type.Enum(["open", "approved", "declined", "expired", "superseded"]),
  decision: Type.Optional(DecisionSchema),
  decidedBy: Type.Optional(Type.String()),
  decidedActor: Type.Optional(ActorSchema),
  decidedAt: Type.Optional(Timestamp),
  comment: Type.Optional(Type.String()),
});

/** A checkpoint as one viewer sees it. */
export type CheckpointView = Static<typeof CheckpointSchema>;
