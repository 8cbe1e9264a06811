import { Type } from "typebox";
import { LIMITS } from "../../../base/limits.ts";
import { Word } from "../../../base/own_words.ts";
import {
  closed,
  described,
  filled,
  integer,
  money,
  nullable,
  PriceInput,
  string,
  timestamp,
} from "../../../base/schemas.ts";
import { PRICE_RELEASES } from "../../../payments/model.ts";
import { ReceiptSchema, ReleaseSchema } from "../payment_schema.ts";
import { DisputeSchema } from "./dispute_schema.ts";
import { MILESTONE_STATES } from "./milestone.ts";
import { PROPOSAL_STATUSES } from "./proposal.ts";

/** Terms that one side proposed, as the two sides see them. */
export const ProposalSchema = closed({
  proposalId: Word("id", "Id of the proposal."),
  by: Word("address", "Address of the side that proposed it."),
  price: money("The price that it proposes."),
  release: described(ReleaseSchema, "The release condition with it."),
  note: Type.Optional(string("The proposer's words.")),
  at: timestamp("When it was proposed."),
  validUntil: timestamp("Until when it can be accepted."),
  dueAt: Type.Optional(
    timestamp("Until when the condition would have to be met."),
  ),
  arbiter: Type.Optional(
    nullable(Word("address", "The arbiter that it names; null for none.")),
  ),
  status: Type.Enum([...PROPOSAL_STATUSES], {
    description: "open until it is answered, replaced or out of time.",
  }),
  reason: Type.Optional(
    string("Why the other side declined it, in its words."),
  ),
  previous: nullable(
    Word("digest", "SHA-256 of the jws before it; null for the first."),
  ),
  jws: Word(
    "digest",
    "EdDSA over the RFC 8785 form of its terms without the note; keys at /.well-known/jwks.json.",
  ),
});

/** The steps of a price, as its sender writes them. */
export const MilestonesInput = Type.Array(
  closed({
    title: filled("What is delivered with it.", LIMITS.milestoneTitleCharsMax),
    amount: PriceInput,
    release: Type.Optional(
      Type.Enum([...PRICE_RELEASES], {
        description:
          "replied, the default: the payee replies after the step before; accepted, for the first only: the payee accepts.",
      }),
    ),
    deliverBy: Type.Optional(
      string(
        "Until when it is to be delivered. Later it is overdue; only the deadline of the whole ends anything.",
        LIMITS.idCharsMax,
      ),
    ),
    deliverWithin: Type.Optional(
      string(
        "The same as an ISO 8601 duration from the acceptance on.",
        LIMITS.idCharsMax,
      ),
    ),
  }),
  {
    description:
      "Steps of the price, in order, each released by its own receipt; together they are the price. What is left at the end goes back.",
    maxItems: LIMITS.milestonesMax,
  },
);

/** A step of a price, as the two sides see it. */
export const MilestoneSchema = closed({
  milestoneId: Word("id", "Id of the step in this conversation."),
  title: string("The step, in the sender's words."),
  amount: money("Its part of the price."),
  release: described(ReleaseSchema, "Its release condition."),
  state: Type.Enum([...MILESTONE_STATES], {
    description: "open until it is signed or what is left has gone back.",
  }),
  deliverBy: Type.Optional(timestamp("The date that the sender asked for.")),
  deliverWithin: Type.Optional(
    Word("own", "How long it may take from the acceptance on, ISO 8601."),
  ),
  dueAt: Type.Optional(
    timestamp("Until when it is to be delivered; set at the acceptance."),
  ),
  overdue: Type.Optional(
    Type.Literal(true, { description: "Present if it is open and late." }),
  ),
  receipt: Type.Optional(
    described(ReceiptSchema, "Its signed receipt; absent before."),
  ),
});

/** The terms of a conversation beside its price. */
export const TermsSchema = closed({
  offerId: Type.Optional(
    Word("skill", "The offer that it orders; absent if it orders none."),
  ),
  offer: Type.Optional(
    closed(
      {
        version: integer("Its version then."),
        title: string("Its title."),
        output: Type.Array(Word("mediaType"), {
          description: "Media types of the result.",
        }),
      },
      { description: "The offer as it was ordered." },
    ),
  ),
  input: Type.Optional(
    Type.Unknown({ description: "The order's input; absent if none." }),
  ),
  answers: Type.Optional(
    Type.Array(
      closed({
        question: string("A question of the offer, as it was asked."),
        answer: string("The answer in words."),
      }),
      { description: "The order's input by its questions; absent if none." },
    ),
  ),
  inWords: Type.Optional(
    string("The order in words, as the part of its message that says it."),
  ),
  acceptBy: Type.Optional(
    timestamp("Until when it can be accepted; then it ends."),
  ),
  acceptWithin: Type.Optional(
    Word("own", "The same as an ISO 8601 duration from the submit on."),
  ),
  deliverBy: Type.Optional(timestamp("The date that the sender asked for.")),
  deliverWithin: Type.Optional(
    Word("own", "How long the work may take from the acceptance on, ISO 8601."),
  ),
  dueAt: Type.Optional(
    timestamp(
      "Until when the condition has to be met: set at the acceptance. Then a held price goes back.",
    ),
  ),
  stepDueAt: Type.Optional(
    timestamp(
      "Until when the next step is due, if that is before dueAt; only the two see it.",
    ),
  ),
  disputed: Type.Optional(
    Type.Boolean({
      description:
        "True in a list while a dispute freezes the price: nextStep.by stands for the other dates. A read has the dispute itself.",
    }),
  ),
  arbiter: Type.Optional(
    Word(
      "address",
      "Who decides a dispute that the two do not settle; absent without one.",
    ),
  ),
  dispute: Type.Optional(
    described(
      DisputeSchema,
      "The open dispute, or the last one; only the two and the arbiter see it, and lists leave it out.",
    ),
  ),
  milestones: Type.Optional(
    Type.Array(MilestoneSchema, {
      description:
        "The steps of the price, in order; only the two see them, and lists leave them out.",
    }),
  ),
  proposals: Type.Optional(
    Type.Array(ProposalSchema, {
      description:
        "Proposals of either side, newest last; only the two see them, and lists leave them out.",
    }),
  ),
  agreedId: Type.Optional(
    Word("id", "The proposalId that both agreed on; absent before."),
  ),
});
