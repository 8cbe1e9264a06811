import { Type } from "typebox";
import { Word } from "../../../base/own_words.ts";
import {
  closed,
  described,
  integer,
  money,
  string,
  timestamp,
} from "../../../base/schemas.ts";
import {
  DISPUTE_REASONS,
  DISPUTE_STATUSES,
  SPLIT_STATUSES,
} from "./dispute.ts";

/** The payer's complaint, as input and output. */
export const DisputeReasonSchema = Type.Enum([...DISPUTE_REASONS], {
  description: "What is wrong.",
});

const EvidenceSchema = Type.Array(
  Word("id", "Id of a message or file, or number of an audit record."),
  { description: "What it rests on." },
);

/** A number of one side: so much goes back, the rest is paid out. */
const SplitSchema = closed({
  number: integer("Its number; send it as take to agree to it."),
  by: Word("address", "Address of the side."),
  return: money("What goes back to the payer."),
  release: money("The rest, which is paid to the payee."),
  text: Type.Optional(string("The side's words.")),
  evidence: EvidenceSchema,
  at: timestamp("When it was named."),
  status: Type.Enum([...SPLIT_STATUSES], {
    description:
      "open: the other side can take it; replaced by a newer one of the same side; taken; ended with the dispute.",
  }),
});

/** How a dispute ended. */
const OutcomeSchema = closed({
  by: Type.Optional(
    Word("address", "Whose act ended it; absent if its time ran out."),
  ),
  return: money("What went back to the payer."),
  release: money("What was paid to the payee, fee included."),
  text: Type.Optional(string("The arbiter's reasons.")),
  at: timestamp("When it ended."),
  jws: Type.Optional(
    Word(
      "digest",
      "EdDSA over the RFC 8785 form of it; keys at /.well-known/jwks.json. Absent where nothing was decided.",
    ),
  ),
});

/** A dispute about a price, as its two sides and its arbiter see it. */
export const DisputeSchema = closed({
  disputeId: Word("id", "Id of the dispute."),
  about: Type.Enum(["held", "released"], {
    description:
      "held: what is held is frozen until it ends; released: a claim, which freezes nothing and is settled by a refund.",
  }),
  reason: DisputeReasonSchema,
  amount: money("What it is about: all that was held, or can be refunded."),
  status: Type.Enum([...DISPUTE_STATUSES], {
    description:
      "open: the two can settle; arbitration: the arbiter decides, and they still can; settled: a number was taken; ruled: by the arbiter; withdrawn by the payer; declined: the payee refunds nothing of a claim; lapsed: its time ran out.",
  }),
  splits: Type.Array(SplitSchema, {
    description:
      "The numbers of both sides, oldest first; the first is the claim.",
  }),
  openedAt: timestamp("When it was opened."),
  arbiterAt: Type.Optional(
    timestamp("When the arbiter is asked, or was; absent without one."),
  ),
  ruleBy: Type.Optional(
    timestamp("Until when the arbiter can rule; absent before it is asked."),
  ),
  returnsAt: Type.Optional(
    timestamp(
      "When what is held goes back if nobody settles it; absent once it ended and for a claim.",
    ),
  ),
  outcome: Type.Optional(described(OutcomeSchema, "How it ended.")),
});
