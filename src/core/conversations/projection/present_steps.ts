import type { Static } from "typebox";
import { Type } from "typebox";
import { Word } from "../../base/own_words.ts";
import { closed, flag, timestamp } from "../../base/schemas.ts";
import { showTime } from "../../base/time.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { payeeOf } from "../model/payee.ts";
import { conditionFor, isUnconditional } from "../settlement/condition.ts";
import { conditionWords } from "../settlement/condition_words.ts";

const STEPS = [
  "held",
  "condition",
  "receipt",
  "released",
  "returned",
  "refunded",
] as const;

/** What the sender asked for before the price is paid, and whether it is there. */
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
  text: Word("sentence", "The step in a few words."),
  done: Type.Boolean({ description: "True once it has happened." }),
  at: Type.Optional(timestamp("When it happened, or will by itself.")),
});

type Step = Static<typeof StepSchema>;
type ConditionView = Static<typeof ConditionSchema>;

/** The condition in words for the payee; undefined where none was chosen. Pure. */
export function presentCondition(
  conversation: Conversation,
): ConditionView | undefined {
  if (isUnconditional(conversation)) return undefined;
  const payee = paid(conversation);
  const text = conditionWords(conversation, payee);
  if (conversation.receipt) return { text, met: true };
  if (!payee) return { text, met: false, missing: "an account to be paid" };
  if (conversation.release === "accepted" && !hasAccepted(conversation)) {
    return { text, met: false, missing: "the acceptance" };
  }
  const condition = conditionFor(conversation, payee);
  return condition.met
    ? { text, met: true }
    : { text, met: false, missing: condition.missing };
}

/** Where a price is taken from. */
const SOURCES = { ledger: "balance", x402: "wallet" } as const;

/** The way of a price: held, earned, signed and released, or back. Pure. */
export function presentSteps(conversation: Conversation): Step[] {
  const { payment, receipt } = conversation;
  if (!payment) return [];
  const from = `from the sender's ${SOURCES[payment.rail]}`;
  const heldWords = payment.heldAt === null ? "To be held" : "Held";
  const held = step("held", `${heldWords} ${from}`, payment.heldAt);
  if (payment.status === "voided") {
    return [held, step("returned", "Returned to the sender", payment.voidedAt)];
  }
  const condition = presentCondition(conversation);
  const isMet = condition?.met ?? true;
  return [
    held,
    ...(condition
      ? [{ name: "condition", text: condition.text, done: isMet } as const]
      : []),
    {
      name: "receipt",
      text: "Receipt signed by the recipient",
      done: receipt !== null,
      ...(receipt && { at: receipt.signedAt }),
    },
    step("released", "Released to the recipient", payment.releasedAt),
    ...(payment.refundedAt === null
      ? []
      : [step("refunded", "Given back to the sender", payment.refundedAt)]),
  ];
}

function step(name: Step["name"], text: string, at: number | null): Step {
  return {
    name,
    text,
    done: at !== null,
    ...(at !== null && { at: showTime(at) }),
  };
}

function paid(conversation: Conversation): Participant | undefined {
  const { payment, participants } = conversation;
  const payeeId = payment?.payeeId ?? null;
  return payeeId === null
    ? payeeOf(conversation)
    : participants.find((it) => it.accountId === payeeId);
}

/** Signing accepts, too: until one of both has happened nothing is accepted. */
function hasAccepted({ state, previousState }: Conversation): boolean {
  const standing = state === "input-required" ? previousState : state;
  return standing === "working" || standing === "auth-required";
}
