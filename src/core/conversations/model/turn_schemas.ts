import type { Static } from "typebox";
import { Type } from "typebox";
import { SENDER_CONTACTS } from "../../addresses/contact_types.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  codeText,
  described,
  flag,
  refusalSchema,
  Timestamp,
  timestamp,
} from "../../base/schemas.ts";
import { MOVED_FIELDS } from "./part_schemas.ts";

/** Whose turn it is, for one viewer. */
export const NextStepSchema = closed({
  who: Type.Enum(["you", "them", "person", "nobody"], {
    description:
      "Who has to act: you, somebody else, the person whose agent you are, or nobody any more.",
  }),
  text: Word("sentence", "What has to be done, in a sentence."),
  by: Type.Optional({
    ...Timestamp,
    description: "Until when; then it ends or goes back by itself.",
  }),
  rule: Type.Optional(
    Word("code", "Of what waits for your person: the rule that asks."),
  ),
  reason: Type.Optional(
    Word("sentence", "Why your person has to act, and not you."),
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
  "raise_price",
  "keep_price",
  "refund",
  "request_refund",
  "cancel",
  "claim",
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

const ActionMoneySchema = closed({
  moves: Type.Enum(["hold", "release", "return", "raise"], {
    description:
      "Whether it is held, goes to the payee, goes back to the payer, or is held beside what is held already.",
  }),
  ...MOVED_FIELDS,
});

/** The actions open to a viewer now, as every wire shows them. */
export const ActionSchema = closed({
  name: Type.Enum([...ACTION_NAMES], { description: "What can be done." }),
  operation: codeText(
    "The operation that does it, as OpenAPI and the tools name it.",
  ),
  checkpointId: Type.Optional(Word("id", "The checkpoint that it answers.")),
  title: Word("sentence", "What a button that does it says."),
  effect: Word("sentence", "What comes of it, in a sentence."),
  ready: flag("True if it would be done now; otherwise because says why not."),
  because: Type.Optional(refusalSchema("The error that it would be now.")),
  money: Type.Optional(
    described(ActionMoneySchema, "The money that it moves; absent if none."),
  ),
  input: Type.Optional(
    closed(
      {
        contact: Type.Enum([...SENDER_CONTACTS], {
          description: "What the sender becomes to you.",
        }),
      },
      { description: "Fields to send with the operation, as they are." },
    ),
  ),
  needs: Type.Optional(
    Type.Array(Word("code"), {
      description: "Input that is still asked for.",
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
    "What has to happen, in a sentence; the sender's own words stand in releaseAction.",
  ),
  met: flag(
    "True once the payee could sign; what only the payee's own words can meet is met by the signature.",
  ),
  missing: Type.Optional(
    Word("sentence", "What is still missing; statement: their words."),
  ),
});

export const StepSchema = closed({
  name: Type.Enum([...STEPS], { description: "Which step." }),
  label: Word("own", "The step in a word or two, as its reader sees it."),
  text: Word("sentence", "The step in a few words."),
  done: Type.Boolean({ description: "True once it has happened." }),
  at: Type.Optional(timestamp("When it happened, or will by itself.")),
});

export type Step = Static<typeof StepSchema>;
export type ConditionView = Static<typeof ConditionSchema>;
