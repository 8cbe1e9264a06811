import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { sha256 } from "../../../base/digest.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { heldOf } from "../../../payments/model.ts";
import { reviewPayment } from "../../../review/review.ts";
import type { Action } from "../../model/acts.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { SENDER, senderOf } from "../../model/model.ts";
import { paidTo, spendingFacts } from "../../model/paid_to.ts";
import { payeeOf } from "../../model/payee.ts";
import type { Dispute, Split } from "../../model/terms/dispute.ts";
import { answerBy, freezeOf, offeredTo } from "../../model/terms/disputed.ts";
import { openCheckpoint, tellAsked } from "../checkpoints/checkpoint.ts";
import { refuseToBind } from "../funding/agree.ts";
import { denied } from "../funding/refusals.ts";
import {
  closeAsks,
  recordDispute,
  withDispute,
} from "../settlement/dispute_end.ts";
import { refuseExpired } from "../settlement/settle.ts";
import { refuseEvidence } from "./evidence.ts";
import { settleDispute } from "./settle_dispute.ts";

/** A number that a side names, with its words. */
export interface NamedSplit {
  readonly returned: MicroUsdc;
  readonly text: string;
  readonly evidence: readonly string[];
}

/** The first number of a dispute: the payer's claim. */
export function firstSplit(
  { now: at }: QueryCall,
  { position: by }: Participant,
  { returned, text, evidence }: NamedSplit,
): Split {
  return { by, returned, text, evidence, at, status: "open" };
}

/** Refuses a number that is no part of what is disputed. @throws invalid_price, invalid_input */
export async function refuseSplit(
  call: QueryCall,
  conversation: Conversation,
  { role }: Participant,
  { returned, evidence }: NamedSplit,
  amount: MicroUsdc,
): Promise<void> {
  // A payer who wants nothing back has no dispute.
  const isTooLittle = role === "sender" ? returned <= 0 : returned < 0;
  if (isTooLittle || returned > amount) {
    const { amount: all } = showMoney(amount);
    const detail =
      role === "sender"
        ? told`name more than 0 and at most ${all}`
        : told`name at most ${all}`;
    throw new ServiceError("invalid_price", {
      detail: told`Cannot split the price so: ${detail}.`,
      errors: [{ pointer: "/return", code: "invalid_price", detail }],
    });
  }
  await refuseEvidence(call, conversation, evidence);
}

/**
 * Refuses an agent that may not bind its account to so much: as the payer to pay it, as the
 * payee to have accepted the request.
 * @throws person_required, review_denied
 */
export async function refuseBeyond(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
  paid: MicroUsdc,
): Promise<void> {
  if (call.member.kind !== "agent") return;
  const action = { act: "dispute", conversationId: conversation.id };
  if (me.role !== "sender") {
    await refuseToBind(call, conversation);
    return;
  }
  const facts = { price: paid, added: 0 };
  const { review, grants } = reviewPayment(call, action, {
    byAgent: true,
    areParties: true,
    ...(await spendingFacts(call, conversation, paidTo(conversation), facts)),
  });
  if (!grants) throw denied(call, conversation, review);
}

/**
 * Names how much goes back, instead of an earlier number of the same side.
 * @throws forbidden, dispute_ended, not_disputable, invalid_price, invalid_input, hold_expired,
 * person_required
 */
export async function proposeSplit(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  named: NamedSplit,
): Promise<Conversation> {
  const dispute = refuseToSplit(call, conversation, me);
  await refuseSplit(call, conversation, me, named, dispute.amount);
  const { returned, text } = named;
  await refuseBeyond(call, conversation, me, dispute.amount - returned);
  const earlier = dispute.splits.map(
    (it): Split =>
      it.status === "open" && it.by === me.position
        ? { ...it, status: "replaced" }
        : it,
  );
  const splits = [...earlier, firstSplit(call, me, named)];
  const answered = withDispute(conversation, { ...dispute, splits });
  recordDispute(call, answered, "answered", {
    refs: { number: String(splits.length), returned: String(returned) },
    commitment: sha256(text),
  });
  // The arbiter is still asked.
  const countered = closeAsks(call, answered, { act: "dispute" });
  return await askOther(call, countered, me);
}

/**
 * Refuses a side that can name no number now, whichever.
 * @throws forbidden, dispute_ended, not_disputable, hold_expired
 */
export function refuseToSplit(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): Dispute {
  const dispute = disputeFor(call, conversation, me, told`propose a split`);
  if (dispute.splits.length < LIMITS.splitsMax) return dispute;
  throw new ServiceError("not_disputable", {
    detail: told`Cannot propose a split: a dispute takes ${LIMITS.splitsMax} numbers at most.`,
  });
}

/** The open dispute about a held price, for one of its sides. */
function disputeFor(
  call: QueryCall,
  conversation: Conversation,
  { position }: Participant,
  what: Sentence,
): Dispute {
  const isSide =
    position === SENDER || payeeOf(conversation)?.position === position;
  if (!isSide) {
    throw new ServiceError("forbidden", {
      detail: told`Cannot ${what}: only the sender and the payee can.`,
    });
  }
  const dispute = freezeOf(conversation);
  if (!dispute) {
    throw new ServiceError("dispute_ended", {
      detail:
        conversation.terms?.dispute?.about === "released"
          ? told`Cannot ${what}: a claim for a released price is answered by its refund.`
          : told`Cannot ${what}: no dispute is open.`,
    });
  }
  refuseExpired(call, conversation, what);
  return dispute;
}

/**
 * Agrees to the other side's number, which settles the dispute at once.
 * @throws forbidden, dispute_ended, split_ended, hold_expired, person_required
 */
export async function takeSplit(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  number: number,
): Promise<Conversation> {
  const found = await refuseToTake(call, conversation, me, number);
  const { split: taken, ...parts } = found;
  const { accountId } = me;
  const answer = { act: "dispute", accountId, status: "approved" } as const;
  const answered = closeAsks(call, conversation, answer);
  const settled = { status: "settled", taken, text: "", ...parts } as const;
  return await settleDispute(call, answered, me, settled);
}

/** @throws as {@linkcode takeSplit} */
export async function refuseToTake(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
  number: number,
) {
  const what = told`agree to this number`;
  const dispute = disputeFor(call, conversation, me, what);
  const split = dispute.splits[number - 1];
  if (split?.status !== "open" || split.by === me.position) {
    throw new ServiceError("split_ended", {
      detail:
        split?.by === me.position
          ? told`Cannot ${what}: it is your own.`
          : told`Cannot ${what}: it isn't open.`,
      extra: { status: split?.status ?? "none" },
    });
  }
  const held = conversation.payment ? heldOf(conversation.payment) : 0;
  // A chain may have refused an earlier part meanwhile: no more than is held goes back.
  const returned = Math.min(held, split.returned);
  await refuseBeyond(call, conversation, me, held - returned);
  return { split, returned, released: held - returned };
}

/** Asks the other side about the newest number. */
export async function askOther(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
): Promise<Conversation> {
  const dispute = freezeOf(conversation);
  const other =
    me.position === SENDER ? payeeOf(conversation) : senderOf(conversation);
  const offered = dispute && other && offeredTo(dispute, other.position);
  if (!offered) return conversation;
  const { address, displayName: name } = me;
  const opened = await openCheckpoint(call, conversation, {
    action: splitAction(conversation, dispute, offered),
    asked: other,
    askedBy: { address, name, kind: call.member.kind },
    rules: [],
    expiresAt: answerBy(conversation, dispute),
  });
  await tellAsked(call, conversation, opened.conversation);
  return opened.conversation;
}

function splitAction(
  { id: conversationId }: Conversation,
  { id: disputeId, amount }: Dispute,
  {
    split: { returned, text },
    number: take,
  }: { readonly split: Split; readonly number: number },
): Action<"dispute"> {
  return {
    act: "dispute",
    ...{ conversationId, disputeId, take },
    return: String(returned),
    release: String(amount - returned),
    ...(text !== "" && { reason: text }),
  };
}
