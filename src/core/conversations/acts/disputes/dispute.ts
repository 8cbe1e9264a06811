/**
 * How is a dispute about a price opened, answered and decided? Here the payer opens and
 * withdraws it. `split.ts` is what the two propose and agree on, `arbiter.ts` names and asks
 * the arbiter, `ruling.ts` decides for them, `evidence.ts` is what a side may refer to.
 * `settlement/dispute_end.ts` ends it.
 * @module
 */
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { sha256 } from "../../../base/digest.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { DAY_MS, HOUR_MS, showTime } from "../../../base/time.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Payment } from "../../../payments/model.ts";
import { heldOf, refundable } from "../../../payments/model.ts";
import { openAbout } from "../../model/checkpoints_about.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import { payeeOf } from "../../model/payee.ts";
import type { Dispute, DisputeReason } from "../../model/terms/dispute.ts";
import { openDisputeOf } from "../../model/terms/disputed.ts";
import {
  askRefund,
  dropRefundAsk,
  refuseToAskRefund,
} from "../funding/ask_refund.ts";
import { cancelFacts } from "../settlement/cancel_facts.ts";
import {
  endDispute,
  recordDispute,
  withDispute,
} from "../settlement/dispute_end.ts";
import { refuseExpired } from "../settlement/settle.ts";
import { setPayment } from "../store/change.ts";
import { dueStore } from "../store/due_store.ts";
import type { NamedSplit } from "./split.ts";
import { askOther, firstSplit, refuseBeyond, refuseSplit } from "./split.ts";

/** The complaint of a payer, with how much should go back: all if absent. */
interface Complaint extends Omit<NamedSplit, "returned"> {
  readonly reason: DisputeReason;
  readonly returned: MicroUsdc | undefined;
}

/**
 * Opens a dispute about what is held, which freezes it, or a claim for what was released,
 * which the payee answers by a refund (docs/disputes.md).
 * @throws forbidden, not_disputable, dispute_open, hold_expired, deadline_missed,
 * not_refundable, refund_expired, invalid_price, invalid_input, person_required
 */
export async function raiseDispute(
  call: CommandCall,
  conversation: Conversation,
  payer: Participant,
  { reason, returned, ...said }: Complaint,
): Promise<Conversation> {
  const about = await disputable(call, conversation, payer);
  const { payment, amount } = about;
  const claim = { ...said, returned: returned ?? amount };
  await refuseSplit(call, conversation, payer, claim, amount);
  const isHeld = payment.status === "held";
  const { dispute: before, arbiter } = conversation.terms ?? {};
  const dispute: Dispute = {
    id: call.newId("dispute"),
    about: isHeld ? "held" : "released",
    ...{ reason, amount, status: "open", openedAt: call.now },
    splits: [firstSplit(call, payer, claim)],
    count: (before?.count ?? 0) + 1,
  };
  const opened = withDispute(conversation, dispute);
  recordDispute(call, opened, "opened", {
    refs: {
      ...{ reason, about: dispute.about, amount: String(amount) },
      returned: String(claim.returned),
    },
    commitment: sha256(said.text),
  });
  if (!isHeld) {
    const asking = { wanted: claim.returned, reason: said.text };
    return await askRefund(call, opened, payer, asking);
  }
  const frozen = await holdLonger(call, opened, payment);
  const at = arbiter && askAt(call, frozen.payment ?? payment);
  const timed = at === undefined ? {} : { askAt: at };
  const waiting = withDispute(frozen, { ...dispute, ...timed });
  return await askOther(call, waiting, payer);
}

/** When the arbiter is asked: early enough to decide, where a chain holds the price. */
function askAt({ now }: QueryCall, { captureBefore }: Payment): number {
  const usual = now + LIMITS.disputeHours * HOUR_MS;
  const last = (captureBefore ?? usual) - LIMITS.rulingDays * DAY_MS;
  return Math.max(now, Math.min(usual, last));
}

/**
 * Moves the end of a hold behind the arbiter's time. A balance is held for as long as that
 * takes; on a chain the payer's signature allows it once, and only with an arbiter.
 */
async function holdLonger(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
): Promise<Conversation> {
  const { captureBefore, id: paymentId } = payment;
  if (captureBefore === null) return conversation;
  const days = LIMITS.disputeHours / 24 + LIMITS.rulingDays;
  const wanted = call.now + days * DAY_MS;
  const isLedgers = payment.rail === "ledger";
  const store = dueStore(call.db);
  if (!isLedgers) {
    const isNamed = conversation.terms?.arbiter !== undefined;
    if (!isNamed || (await store.wasExtended(paymentId))) return conversation;
  }
  const latest = isLedgers ? wanted : captureBefore + days * DAY_MS;
  const endsAt = Math.min(wanted, latest);
  if (endsAt <= captureBefore) return conversation;
  if (!isLedgers) {
    const told = { paymentId, kind: "extended", endsAt } as const;
    call.write(store.tell({ ...told, createdAt: call.now }));
  }
  const longer = { ...payment, captureBefore: endsAt };
  return setPayment(call, conversation, longer, "payment.extended", {
    refs: { captureBefore: showTime(endsAt) },
  });
}

/** The subject of a dispute that could be opened. */
interface Disputable {
  readonly payment: Payment;
  readonly amount: MicroUsdc;
}

/**
 * Refuses a payer who could open no dispute now, whatever the claim.
 * @throws as {@linkcode raiseDispute}
 */
export async function disputable(
  call: QueryCall,
  conversation: Conversation,
  payer: Participant,
): Promise<Disputable> {
  if (payer.role !== "sender") {
    throw new ServiceError("forbidden", {
      detail: told`Cannot open a dispute: only the sender, who paid, can.`,
    });
  }
  if (openDisputeOf(conversation)) {
    throw new ServiceError("dispute_open", {
      detail: told`Cannot open a dispute: one is open already.`,
    });
  }
  const { payment, terms } = conversation;
  if ((terms?.dispute?.count ?? 0) >= LIMITS.disputesMax) {
    throw undisputable(
      told`there were ${LIMITS.disputesMax} in this conversation already`,
    );
  }
  const held = payment ? heldOf(payment) : 0;
  if (!payment || held === 0) {
    if (!payment || payment.status === "voided") {
      throw undisputable(told`no price is held or was released`);
    }
    refuseToAskRefund(call, conversation, payer);
    return { payment, amount: refundable(payment) };
  }
  refuseUnheld(call, conversation, payer, payment);
  await refuseBeyond(call, conversation, payer, held);
  return { payment, amount: held };
}

function refuseUnheld(
  call: QueryCall,
  conversation: Conversation,
  payer: Participant,
  payment: Payment,
): void {
  const payee = payeeOf(conversation);
  const isAcross = payee?.remote || senderOf(conversation).remote;
  if (payment.reclaim !== null || isAcross || !payee) {
    throw undisputable(
      told`its price is between two services, which take no disputes`,
    );
  }
  if (payment.asked !== null) {
    throw undisputable(
      told`the payee asks for a higher price; answer that first`,
    );
  }
  refuseExpired(call, conversation, told`open a dispute`);
  if (cancelFacts(call, conversation, payer).conditionMet) return;
  throw undisputable(told`the condition isn't met yet, so a cancel returns it`);
}

function undisputable(why: Sentence): ServiceError {
  return new ServiceError("not_disputable", {
    detail: told`Cannot open a dispute: ${why}.`,
  });
}

/**
 * Takes the payer's dispute back: what was frozen goes on as before.
 * @throws forbidden, dispute_ended
 */
export function takeBackDispute(
  call: CommandCall,
  conversation: Conversation,
  payer: Participant,
): Conversation {
  refuseToWithdraw(conversation, payer);
  const { position: by } = payer;
  const outcome = { by, returned: 0, released: 0, text: "" };
  const ended = endDispute(call, conversation, {
    status: "withdrawn",
    outcome,
  });
  // The question behind a claim has no other subject.
  return openAbout(ended, "refund").length > 0 &&
    conversation.terms?.dispute?.about === "released"
    ? dropRefundAsk(call, ended, { status: "superseded" })
    : ended;
}

/** @throws forbidden, dispute_ended */
export function refuseToWithdraw(
  conversation: Conversation,
  { role }: Participant,
): void {
  if (role !== "sender") {
    throw new ServiceError("forbidden", {
      detail: told`Cannot withdraw the dispute: only the sender, who opened it, can.`,
    });
  }
  if (openDisputeOf(conversation)) return;
  throw new ServiceError("dispute_ended", {
    detail: told`Cannot withdraw the dispute: none is open.`,
  });
}
