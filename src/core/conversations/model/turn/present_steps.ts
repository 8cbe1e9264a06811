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
import { conditionWords, ownConditionWords } from "./condition_words.ts";

/** Whether the condition is met, and what is missing. */
interface Standing {
  readonly met: boolean;
  readonly missing?: Sentence;
}

/** Whether the condition is met; undefined if none was chosen. Pure. */
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

/** The condition in words for its reader; undefined where none was chosen. Pure. */
export function presentCondition(
  conversation: Conversation,
  viewer: Participant | null,
  say: Say,
): ConditionView | undefined {
  const standing = conditionStanding(conversation);
  if (!standing) return undefined;
  const { met, missing } = standing;
  return {
    text: isPaid(conversation, viewer)
      ? ownConditionWords(conversation, say)
      : conditionWords(conversation, paid(conversation), say),
    met,
    ...(missing !== undefined && { missing: missing.in(say) }),
  };
}

function isPaid(conversation: Conversation, viewer: Participant | null) {
  const payeeId = paid(conversation)?.accountId ?? null;
  return payeeId !== null && viewer?.accountId === payeeId;
}

/** The source of a price, before and after. */
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

/** The steps in a word or two: for the payee, and for everybody else. */
const LABELS = {
  held: [phrase`Held`, phrase`Held`],
  accepted: [phrase`You accept`, phrase`Accepted`],
  replied: [phrase`You reply`, phrase`Replied`],
  condition: [phrase`Condition met`, phrase`Condition met`],
  receipt: [phrase`You sign`, phrase`Signed`],
  released: [phrase`Yours`, phrase`Paid`],
  returned: [phrase`Returned`, phrase`Returned`],
  refunded: [phrase`Refunded`, phrase`Refunded`],
} as const;

/**
 * The stages of a price for its reader: held, accepted, earned, signed and released, or
 * returned. Pure.
 */
export function presentSteps(
  conversation: Conversation,
  viewer: Participant | null,
  say: Say,
): Step[] {
  const { payment, receipt, release } = conversation;
  if (!payment) return [];
  const isPayee = isPaid(conversation, viewer);
  const step = (name: Step["name"], text: string, done: Done): Step => ({
    name,
    label: say.of(LABELS[labelled(name, release)][isPayee ? 0 : 1]),
    text,
    done: done !== null && done !== false,
    ...(typeof done === "number" && { at: showTime(done) }),
    ...(typeof done === "string" && { at: done }),
  });
  const { toHold, isHeld } = HELD[payment.rail];
  const heldWords = say.of(payment.heldAt === null ? toHold : isHeld);
  const held = step("held", heldWords, payment.heldAt);
  const onItsWay = actOnItsWay(payment);
  const returned =
    onItsWay === "void"
      ? step("returned", say`On its way back to the sender`, null)
      : step("returned", say`Returned to the sender`, payment.voidedAt);
  if (payment.status === "voided") return [held, returned];
  const releasedAt = payment.status === "held" ? null : payment.releasedAt;
  // It signs nothing, and is paid once it has captured.
  const isPlain = paid(conversation)?.remote?.plain === true;
  const isAccepted =
    receipt !== null ||
    hasAccepted(conversation) ||
    payment.releasedAt !== null;
  const signed = receipt?.signedAt ?? signedElsewhere(conversation) ?? null;
  // A dispute can release without a receipt.
  const isUnsigned = isPlain || (releasedAt !== null && signed === null);
  const condition =
    release === "accepted"
      ? undefined
      : presentCondition(conversation, viewer, say);
  return [
    held,
    step("accepted", say`Accepted by the recipient`, isAccepted),
    ...(condition ? [step("condition", condition.text, condition.met)] : []),
    ...(isUnsigned
      ? []
      : [step("receipt", say`Receipt signed by the recipient`, signed)]),
    onItsWay === "capture"
      ? step("released", say`On its way to the recipient`, null)
      : step("released", say`Released to the recipient`, releasedAt),
    ...(payment.status !== "held" && payment.returned > 0 ? [returned] : []),
    ...(payment.refundedAt === null
      ? []
      : [step("refunded", say`Refunded to the sender`, payment.refundedAt)]),
  ];
}

/** When the payee signed at another service. */
function signedElsewhere(conversation: Conversation): string | undefined {
  return paid(conversation)?.remote?.receipt?.signedAt;
}

/** The time of a step, or whether it is done if the time is unknown. */
type Done = number | string | boolean | null;

/** A reply condition gets its own label. */
function labelled(
  name: Step["name"],
  release: Conversation["release"],
): keyof typeof LABELS {
  return name === "condition" && release === "replied" ? "replied" : name;
}

function paid(conversation: Conversation): Participant | undefined {
  const { payment, participants } = conversation;
  const payeeId = payment?.payeeId ?? null;
  return payeeId === null
    ? payeeOf(conversation)
    : participants.find((it) => it.accountId === payeeId);
}

/** Signing also accepts: before either, nothing is accepted. */
function hasAccepted({ state, previousState, payment }: Conversation): boolean {
  const standing = state === "input-required" ? previousState : state;
  const isRaised = standing === "auth-required" && payment?.heldAt != null;
  return standing === "working" || isRaised;
}
