import type { CommandCall } from "../../../access/context.ts";
import { inNameOf } from "../../../identity/in_name_of.ts";
import { chainRailOf } from "../../../payments/chain/chain_port.ts";
import { heldElsewhere } from "../../../payments/held_elsewhere.ts";
import type { Payment } from "../../../payments/model.ts";
import { heldNow, raisedNow } from "../../../payments/rail.ts";
import { reviewSubmit } from "../../../review/review.ts";
import type { Done } from "../../model/acting.ts";
import { actAs } from "../../model/acting.ts";
import { notified } from "../../model/audience.ts";
import type { Conversation } from "../../model/model.ts";
import { SENDER, senderOf } from "../../model/model.ts";
import { buyersWallet } from "../../model/shown/trust.ts";
import { agreedOf } from "../../model/terms/agreed.ts";
import { holdEnd, sentAt } from "../../model/terms/deadlines.ts";
import { askedOf } from "../admission/admission.ts";
import { closeAbout } from "../checkpoints/checkpoint.ts";
import { deliver } from "../delivery/deliver.ts";
import { submitAction, submitFacts } from "../drafts/submit_facts.ts";
import { priceParties } from "../settlement/hold_end.ts";
import { closeWithout } from "../settlement/settle.ts";
import { move, recordReview, setPayment } from "../store/change.ts";
import { settleElsewhere } from "./settle_elsewhere.ts";
import { settleOtherwise } from "./settle_otherwise.ts";
import { settleRefund } from "./settle_refund.ts";

type Pending = Payment & { readonly pendingAt: number };

/**
 * Applies once what is final on the chain: a final hold delivers the conversation or lets its
 * work go on, a refused one is asked for again. Undefined if nothing changes.
 */
export async function settlePending(
  call: CommandCall,
  before: Conversation,
): Promise<Done | undefined> {
  if (!before.payment) return undefined;
  const conversation = await noteStops(call, before, before.payment);
  const rail = chainRailOf(call);
  const settled = await rail.settle(call, before.payment.id);
  const { movements: ended, settlements: more, ends } = settled;
  const last = ended.at(-1);
  if (!last) {
    return conversation === before
      ? undefined
      : { after: conversation, notify: [] };
  }
  const { settlements } = before.payment;
  const isBack = ended.some(({ act }) => act === "void");
  const payment = {
    ...before.payment,
    ...(isBack && { pendingAt: null }),
    settlements: [...(settlements ?? []), ...more],
  };
  const gone = ended.find(({ act }) => act === "capture");
  if (gone && payment.reclaim) {
    return settleElsewhere(call, conversation, payment, ends);
  }
  const otherwise = ended.find(({ captured }) => captured !== null);
  if (otherwise) {
    const { problem } = otherwise;
    return settleOtherwise(call, conversation, payment, { ...ends, problem });
  }
  const { pendingAt, status } = payment;
  const refund = ended.findLast(({ act }) => act === "refund");
  if (pendingAt !== null && refund) {
    return settleRefund(call, conversation, payment, refund);
  }
  const hold = ended.findLast(({ act }) => act === "hold");
  // A submit that ended meanwhile is neither delivered nor asked for again.
  if (pendingAt === null || !hold || status === "voided") {
    const type = "payment.settled";
    const { act, problem } = last;
    const refs = { act, ...(problem !== null && { problem }) };
    const after = setPayment(call, conversation, payment, type, { refs });
    return { after, notify: [] };
  }
  const pending = { ...payment, pendingAt };
  return hold.isRefused
    ? askAgain(call, conversation, pending)
    : await takeHold(call, conversation, pending);
}

/** Records that captures wait, and why. */
async function noteStops(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
): Promise<Conversation> {
  const stop = await chainRailOf(call).noteStop(call, conversation.id);
  if (!stop) return conversation;
  const refs = { ...stop };
  const type = "payment.stopped";
  return setPayment(call, conversation, payment, type, { refs });
}

function askAgain(
  call: CommandCall,
  conversation: Conversation,
  payment: Pending,
): Done {
  const asked = { ...payment, pendingAt: null };
  if (buyersWallet(senderOf(conversation)) !== undefined) {
    // Its buyer orders again; meanwhile the place is somebody else's.
    const unpaid = { ...conversation, payment: asked };
    const reason = "payment_not_completed";
    const ending = { reason, voidReason: reason } as const;
    const after = closeWithout(call, unpaid, "fail", ending);
    return { after, notify: [SENDER] };
  }
  const type = "payment.requires_payment";
  return {
    after: setPayment(call, conversation, asked, type),
    notify: [SENDER],
  };
}

async function takeHold(
  call: CommandCall,
  conversation: Conversation,
  payment: Pending,
): Promise<Done> {
  const named = inNameOf(call, conversation.ownerId);
  // One at another service writes from an address there.
  const origin = senderOf(conversation).remote?.origin;
  const member = { ...named.member, ...(origin !== undefined && { origin }) };
  const sender = actAs({ ...named, member }, "sender");
  const { asked } = payment;
  if (payment.status === "held" && asked !== null) {
    return takeRaise(sender, conversation, { ...payment, asked });
  }
  return await takeSubmit(call, sender, conversation, payment);
}

/** Judges a paid submit again, as days may have passed. */
async function takeSubmit(
  call: CommandCall,
  sender: CommandCall,
  before: Conversation,
  payment: Payment,
): Promise<Done> {
  const price = payment.asked ?? payment.price;
  const conversation = { ...before, price };
  const facts = await submitFacts(sender, conversation);
  const action = submitAction(conversation);
  const { review, grants } = reviewSubmit(sender, action, facts);
  recordReview(sender, conversation, review);
  if (!grants) {
    const denied = review.rules.find(({ outcome }) => outcome !== "allow");
    const after = closeWithout(call, before, "fail", {
      reason: denied?.id ?? null,
      voidReason: "payment_not_completed",
      reviewId: review.reviewId,
    });
    return { after, notify: [SENDER] };
  }
  const { holdDays } = await askedOf(sender, conversation);
  const captureBefore = holdEnd(conversation, call.now, holdDays);
  const priced = { ...payment, price, asked: null };
  const { reclaim } = priced;
  const held = reclaim
    ? heldElsewhere(call, { ...priced, reclaim }, before.id)
    : heldNow(call, priced, captureBefore);
  const { reviewId } = review;
  const agreed = sentAt(conversation, call.now, holdDays);
  const paid = setPayment(sender, agreed, held, "payment.held", { reviewId });
  // Its payee asked to be paid after it was sent.
  const isSent = before.participants.some(
    ({ accountId, joinedAt }) =>
      accountId === payment.payeeId && joinedAt !== null,
  );
  const verb = agreedOf(paid) ? "agree" : "funded";
  const after = isSent
    ? move(sender, paid, before.state, verb, { reviewId })
    : await deliver(sender, paid, before.state, grants);
  return { after, notify: [SENDER, ...notified(after, SENDER, null)] };
}

function takeRaise(
  sender: CommandCall,
  conversation: Conversation,
  payment: Payment & { readonly asked: number },
): Done {
  const held = raisedNow(payment);
  const repriced = { ...conversation, price: held.price };
  const paid = setPayment(sender, repriced, held, "payment.held");
  const closed = closeAbout(sender, paid, "raise_price", {
    status: "approved",
    comment: null,
  });
  const after = move(sender, closed, conversation.state, "raise_funded");
  return { after, notify: priceParties(after) };
}
