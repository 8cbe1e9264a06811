import { showTime } from "../../../base/time.ts";
import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { actOnItsWay } from "../../../payments/chain/on_its_way.ts";
import type { Conversation, Participant } from "../model.ts";
import { payeeOf } from "../payee.ts";
import type { ConditionView, Step } from "../turn_schemas.ts";
import { conditionFor, isUnconditional } from "./condition.ts";
import { conditionWords } from "./condition_words.ts";

/** Whether the condition is met, and what is missing. */
interface Standing {
  readonly met: boolean;
  readonly missing?: Sentence;
}

/** Whether the condition is met; undefined where none was chosen. Pure. */
export function conditionStanding(
  conversation: Conversation,
): Standing | undefined {
  if (isUnconditional(conversation)) return undefined;
  const payee = paid(conversation);
  if (conversation.receipt) return { met: true };
  if (!payee) return { met: false, missing: NOBODY_TO_PAY };
  if (conversation.release === "accepted" && !hasAccepted(conversation)) {
    return { met: false, missing: UNACCEPTED };
  }
  const condition = conditionFor(conversation, payee);
  return condition.met
    ? { met: true }
    : { met: false, missing: condition.missing };
}

const NOBODY_TO_PAY = told`an account to be paid`;
const UNACCEPTED = told`the acceptance`;

/** The condition in words for the payee; undefined where none was chosen. Pure. */
export function presentCondition(
  conversation: Conversation,
  say: Say,
): ConditionView | undefined {
  const standing = conditionStanding(conversation);
  if (!standing) return undefined;
  const { met, missing } = standing;
  return {
    text: conditionWords(conversation, paid(conversation), say),
    met,
    ...(missing !== undefined && { missing: missing.in(say) }),
  };
}

/** Where a price is taken from, before and after. */
const HELD = {
  ledger: {
    toHold: phrase`To be held from the sender's balance`,
    isHeld: phrase`Held from the sender's balance`,
  },
  x402: {
    toHold: phrase`To be held from the sender's wallet`,
    isHeld: phrase`Held from the sender's wallet`,
  },
} as const;

/** The way of a price: held, earned, signed and released, or back. Pure. */
export function presentSteps(conversation: Conversation, say: Say): Step[] {
  const { payment, receipt } = conversation;
  if (!payment) return [];
  const { toHold, isHeld } = HELD[payment.rail];
  const heldWords = say.of(payment.heldAt === null ? toHold : isHeld);
  const held = step("held", heldWords, payment.heldAt);
  const onItsWay = actOnItsWay(payment);
  if (payment.status === "voided") {
    return [
      held,
      onItsWay === "void"
        ? step("returned", say`On its way back to the sender`, null)
        : step("returned", say`Returned to the sender`, payment.voidedAt),
    ];
  }
  const condition = presentCondition(conversation, say);
  const isMet = condition?.met ?? true;
  return [
    held,
    ...(condition
      ? [{ name: "condition", text: condition.text, done: isMet } as const]
      : []),
    {
      name: "receipt",
      text: say`Receipt signed by the recipient`,
      done: receipt !== null,
      ...(receipt && { at: receipt.signedAt }),
    },
    onItsWay === "capture"
      ? step("released", say`On its way to the recipient`, null)
      : step("released", say`Released to the recipient`, payment.releasedAt),
    ...(payment.refundedAt === null
      ? []
      : [step("refunded", say`Refunded to the sender`, payment.refundedAt)]),
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
