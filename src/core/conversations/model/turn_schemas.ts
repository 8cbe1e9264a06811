import type { Static } from "typebox";
import { Type } from "typebox";
import { SENDER_CONTACTS } from "../../addresses/contact_types.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  codeText,
  described,
  flag,
  integer,
  refusalSchema,
  Timestamp,
  timestamp,
} from "../../base/schemas.ts";
import { MOVED_FIELDS } from "./part_schemas.ts";

/** Whose turn it is, for one viewer. */
export const NextStepSchema = closed({
  who: Type.Enum(["you", "them", "person", "nobody"], {
    description:
      "Whose turn it is: yours, someone else's, your person's, or no one's any more.",
  }),
  text: Word("sentence", "What to do, in a sentence."),
  by: Type.Optional({
    ...Timestamp,
    description: "Deadline; then it ends or goes back automatically.",
  }),
  rule: Type.Optional(Word("code", "The rule that asks your person.")),
  reason: Type.Optional(
    Word("sentence", "Why your person has to act instead of you."),
  ),
  approvalUrl: Type.Optional(
    Word("link", "Where your person acts, signed in. Give it to them."),
  ),
});

export type NextStep = Static<typeof NextStepSchema>;

/** The names of all actions on a conversation. */
const ACTION_NAMES = [
  "submit",
  "schedule",
  "unschedule",
  "edit",
  "add_text",
  "remove_file",
  "delete",
  "accept",
  "accept_and_trust",
  "approve",
  "decline",
  "block",
  "fund",
  "reply",
  "ask_first",
  "ask_person",
  "add_file",
  "sign_receipt",
  "complete",
  "propose",
  "accept_proposal",
  "withdraw_proposal",
  "extend_deadline",
  "raise_price",
  "keep_price",
  "refund",
  "request_refund",
  "dispute",
  "take_split",
  "propose_split",
  "withdraw_dispute",
  "rule",
  "cancel",
  "claim",
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

const ActionMoneySchema = closed({
  moves: Type.Enum(["hold", "release", "return", "raise"], {
    description:
      "Whether it is held, goes to the payee, goes back to the payer, or is held on top of what is already held.",
  }),
  ...MOVED_FIELDS,
});

/** The actions open to a viewer now, on every wire. */
export const ActionSchema = closed({
  name: Type.Enum([...ACTION_NAMES], { description: "The action." }),
  operation: codeText("Name of its operation in OpenAPI and the tools."),
  checkpointId: Type.Optional(Word("id", "The checkpoint that it answers.")),
  title: Word("sentence", "Label for its button."),
  effect: Word("sentence", "Its effect, in a sentence."),
  ready: flag("True if it is possible now; otherwise because says why not."),
  because: Type.Optional(refusalSchema("The error you would get now.")),
  money: Type.Optional(
    described(ActionMoneySchema, "Money it moves; absent if none."),
  ),
  input: Type.Optional(
    closed(
      {
        contact: Type.Optional(
          Type.Enum([...SENDER_CONTACTS], {
            description: "Change to the sender as a contact.",
          }),
        ),
        proposalId: Type.Optional(Word("id", "The proposal.")),
        milestoneId: Type.Optional(Word("id", "The step of the price.")),
        take: Type.Optional(integer("The number in terms.dispute.splits.")),
      },
      { description: "Fields to send with the operation, unchanged." },
    ),
  ),
  needs: Type.Optional(
    Type.Array(Word("code"), {
      description: "Input you still have to give.",
    }),
  ),
});

export type ActionView = Static<typeof ActionSchema>;

const STEPS = [
  "held",
  "accepted",
  "condition",
  "receipt",
  "released",
  "returned",
  "refunded",
] as const;

/** The sender's condition for the price, and whether it is met. */
export const ConditionSchema = closed({
  text: Word(
    "sentence",
    "The condition, in a sentence; the sender's own words are in releaseAction.",
  ),
  met: flag(
    "True once the payee can sign; a condition that needs the payee's own words is met by signing.",
  ),
  missing: Type.Optional(
    Word("sentence", "Missing parts; statement: their words."),
  ),
});

export const StepSchema = closed({
  name: Type.Enum([...STEPS], { description: "Which step." }),
  label: Word("own", "The step in a word or two, as its reader sees it."),
  text: Word("sentence", "The step in a few words."),
  done: Type.Boolean({ description: "True once it has happened." }),
  at: Type.Optional(
    timestamp("When it happened, or will happen automatically."),
  ),
});

export type Step = Static<typeof StepSchema>;
export type ConditionView = Static<typeof ConditionSchema>;
