/**
 * How does a conversation end, and where does its price go then? Here a receipt releases
 * it. `earned.ts` says what was earned by when, `deadline.ts` ends what was late, `complete.ts`
 * ends work without a price, `cancel.ts` returns a price, `hold_end.ts`
 * is what time does, `remaining_recipients.ts` the end when nobody is left to take a
 * request.
 * @module
 */
import type { Actor } from "../../../access/actor.ts";
import { actorOf } from "../../../access/actor.ts";
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { sha256 } from "../../../base/digest.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { phrase } from "../../../base/words/say.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Receipt, VoidReason } from "../../../payments/model.ts";
import { releaseHold, voidHold } from "../../../payments/rail.ts";
import { moverOf } from "../../model/acting.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { assertMover, mayMove } from "../../model/movers.ts";
import type { StateReason } from "../../model/state_codes.ts";
import { acceptedAt } from "../../model/terms/deadlines.ts";
import { refuseDisputed } from "../../model/terms/disputed.ts";
import { dueNow, nextMilestone } from "../../model/terms/steps.ts";
import type { Verb } from "../../model/transitions.ts";
import {
  conditionFor,
  readSignerStatement,
  STATEMENT_MISSING,
} from "../../model/turn/condition.ts";
import { acceptIfAsked, supersedeOpen } from "../checkpoints/checkpoint.ts";
import { move, recordEvent, setPayment } from "../store/change.ts";
import { queueCancels } from "../store/foreign_queue.ts";
import { lapse } from "./dispute_end.ts";
import { missedAt } from "./earned.ts";
import { makeReceipt, refsOf, wholeEvidence, withReceipt } from "./receipt.ts";

/** True for a price's payee; without a price, for any addressed account. */
export function isSignerOf(
  conversation: Conversation,
  signer: Participant,
): boolean {
  return mayMove("receipt", [moverOf(signer)]) && isPaid(conversation, signer);
}

function isPaid({ payment }: Conversation, { accountId }: Participant) {
  return !payment || payment.payeeId === accountId;
}

/**
 * Refuses a signer who is not addressed or, with a price, not the payee.
 * @throws sender_cannot_sign, not_addressed
 */
export function checkSigner(
  conversation: Conversation,
  signer: Participant,
): void {
  assertMover("receipt", [moverOf(signer)]);
  if (isPaid(conversation, signer)) return;
  throw new ServiceError("not_addressed", {
    detail: told`Cannot sign the receipt: only the payee can sign for a price.`,
  });
}

/**
 * Refuses to repeat a receipt with other words than those signed; without words is fine.
 * @throws already_signed
 */
export function refuseOtherWords(
  { evidence }: Receipt,
  statement: string | undefined,
): void {
  const said = readSignerStatement(statement);
  if (said === undefined || said === evidence.statement) return;
  throw new ServiceError("already_signed", {
    detail: told`Cannot sign the receipt: it is already signed, with a different statement or none.`,
  });
}

/** The statement for the condition, and the signer if not the caller. */
export interface Signing {
  readonly statement: string | undefined;
  readonly actor?: Actor;
}

/**
 * The evidence that would meet the condition now, with the signer's words.
 * @throws dispute_open, condition_not_met naming what is missing, hold_expired
 */
export function checkSignable(
  call: QueryCall,
  conversation: Conversation,
  signer: Participant,
  statement: string | undefined,
): Receipt["evidence"] {
  refuseDisputed(conversation, told`sign the receipt`);
  const condition = conditionFor(conversation, signer, statement);
  if (!condition.met) throw notMet(call, conversation, condition.missing);
  refuseExpired(call, conversation, told`sign the receipt`);
  return condition.evidence;
}

/**
 * Signs the sender's condition, which releases a held price, or its next step (docs/states.md,
 * rows 18, 19 and 29).
 * The record commits to the receipt without revealing its words: they are under a signature.
 * @throws condition_not_met naming what is missing, hold_expired
 */
export async function settleByReceipt(
  call: CommandCall,
  conversation: Conversation,
  signer: Participant,
  { statement, actor }: Signing,
): Promise<{ conversation: Conversation; receipt: Receipt }> {
  const shown = checkSignable(call, conversation, signer, statement);
  const evidence = await wholeEvidence(call, conversation, signer, shown);
  const { payment } = conversation;
  const step = nextMilestone(conversation);
  const by = actor ?? actorOf(call);
  const receipt = await makeReceipt(call, conversation, signer, {
    evidence,
    actor: by,
  });
  const signed = withReceipt(conversation, receipt, step);
  const paid =
    payment?.status === "held"
      ? release(call, signed, receipt, dueNow(conversation))
      : signed;
  recordEvent(call, paid, "receipt.signed", {
    actor: by,
    refs: refsOf(receipt),
    commitment: sha256(receipt.jws),
  });
  const isStep = signed.receipt === null;
  const isAccepted = payment !== null && conversation.release === "accepted";
  const staysOpen = isStep || (isAccepted && !step);
  const verb: Verb = isStep
    ? "receipt_step"
    : staysOpen
      ? "receipt_accepted"
      : "receipt";
  const asked = acceptIfAsked(call, paid, signer.accountId);
  const accepted = acceptedAt(asked, call.now);
  const moved = move(call, accepted, conversation.state, verb, { actor: by });
  return {
    conversation: staysOpen ? moved : supersedeOpen(call, moved),
    receipt,
  };
}

/** The sentence that names what is missing; for a statement, also about what. */
function notMet(
  { say }: QueryCall,
  { release, releaseAction }: Conversation,
  missing: Sentence,
): ServiceError {
  return new ServiceError("condition_not_met", {
    detail: told`Cannot sign the receipt: ${missing} is missing.`,
    ...(missing === STATEMENT_MISSING && {
      fix:
        releaseAction?.type === "url_visit"
          ? phrase`Send \`statement\`: say in your own words what you visited, as \`releaseAction\` asks.`
          : phrase`Send \`statement\`: say in your own words how you did what \`releaseAction\` asks.`,
    }),
    extra: {
      condition: release,
      missing: missing.in(say),
      ...(releaseAction && { releaseAction }),
    },
  });
}

/**
 * Refuses an act after the end of the hold, after the time to accept, or for work that was not
 * done when it was due.
 * @throws hold_expired, deadline_missed
 */
export function refuseExpired(
  call: QueryCall,
  conversation: Conversation,
  what: Sentence,
): void {
  const { payment } = conversation;
  const missed = missedAt(conversation, call.now);
  if (missed !== undefined) {
    throw new ServiceError("deadline_missed", {
      detail: told`Cannot ${what}: the deadline was ${showTime(missed)}.`,
    });
  }
  if (payment?.status !== "held" || payment.captureBefore === null) return;
  if (call.now < payment.captureBefore) return;
  throw new ServiceError("hold_expired", {
    detail: told`Cannot ${what}: the hold ended at ${showTime(payment.captureBefore)}.`,
  });
}

function release(
  call: CommandCall,
  conversation: Conversation,
  receipt: Receipt,
  amount: MicroUsdc,
): Conversation {
  const { payment } = conversation;
  if (!payment?.payeeId) throw new RangeError("A signed price has a payee");
  const payee = { ...payment, payeeId: payment.payeeId };
  const released = releaseHold(call, payee, receipt, amount);
  return setPayment(call, conversation, released, "payment.released", {
    refs: {
      ...refsOf(receipt),
      ...(receipt.milestoneId !== undefined && { amount: String(amount) }),
    },
  });
}

/** Why a conversation ends without a receipt. */
export type Ending = StateReason & {
  /** Why the price was returned: a code of the service. */
  readonly voidReason: VoidReason;
  readonly reviewId?: string;
};

/**
 * Ends a conversation and returns a held price; a released one stays. Other services that work
 * on it are told.
 */
export function closeWithout(
  call: CommandCall,
  conversation: Conversation,
  verb: Verb,
  { voidReason, ...details }: Ending,
): Conversation {
  const { payment, state } = conversation;
  const returnable =
    payment?.status === "held" || payment?.status === "requires_payment";
  const ended = lapse(call, conversation);
  const returned = returnable
    ? setPayment(
        call,
        ended,
        voidHold(call, payment, voidReason, conversation.id),
        "payment.voided",
      )
    : ended;
  const cleared = supersedeOpen(call, returned);
  const closed = move(call, cleared, state, verb, details);
  queueCancels(call, closed);
  return closed;
}
