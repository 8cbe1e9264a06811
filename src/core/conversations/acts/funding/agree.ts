import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { onlyPerson } from "../../../access/only_person.ts";
import { rehearsal } from "../../../access/rehearsal.ts";
import { showTime } from "../../../base/time.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { tellNeedsYou } from "../../../mail/notices.ts";
import type { Payment } from "../../../payments/model.ts";
import { ACCEPT_RULES } from "../../../review/accept_rules.ts";
import type { SubmitGrants, Verdict } from "../../../review/review.ts";
import { reviewSubmit } from "../../../review/review.ts";
import { judge, outcomeOf } from "../../../review/rule.ts";
import { actAs, moverOf } from "../../model/acting.ts";
import type { Action } from "../../model/acts.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import {
  acceptedAt,
  dueBy,
  isTooLateToAccept,
  sentAt,
} from "../../model/terms/deadlines.ts";
import { withArbiter } from "../../model/terms/disputed.ts";
import type { Proposal } from "../../model/terms/proposal.ts";
import { statusAt } from "../../model/terms/proposal.ts";
import { askedOf } from "../admission/admission.ts";
import { acceptIfAsked } from "../checkpoints/checkpoint.ts";
import { acceptFacts } from "../checkpoints/may_accept.ts";
import { holdOrAsk, newPayment, withTerms } from "../drafts/commit_submit.ts";
import { checkDeadlines } from "../drafts/deadlines.ts";
import { refuseForeignFrom } from "../drafts/ready.ts";
import { submitFacts } from "../drafts/submit_facts.ts";
import { move, recordReview, setPayment } from "../store/change.ts";
import { endAsk, recordProposal, refuseToNegotiate } from "./proposals.ts";
import { denied, refuseOthersAct } from "./refusals.ts";

/**
 * Makes a proposal of the other side the terms of the conversation. If the sender accepts,
 * its price is held as a submit would hold it; if the payee does, the sender is asked to pay
 * (docs/states.md, rows 27 and 28).
 * @throws not_negotiable, proposal_ended, limit_exceeded, insufficient_scope,
 * person_required, review_denied
 */
export async function agree(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  proposal: Proposal,
): Promise<Conversation> {
  refuseToNegotiate(conversation, me, told`accept the proposal`);
  refuseOthersAct(call, "proposal");
  refuseEnded(call, conversation, proposal);
  const priced = pricedBy(conversation, proposal);
  const isSender = me.role === "sender";
  const action = proposalAction(priced, proposal);
  const verdict = isSender ? await judgePrice(call, priced, action) : null;
  if (!isSender) await refuseTerms(call, priced, me, action);
  const agreed = markAgreed(call, priced, me, proposal);
  const payment = paymentOf(call, agreed);
  return verdict
    ? await holdAgreed(call, agreed, payment, verdict)
    : await askForPrice(call, agreed, payment);
}

/**
 * Throws what {@linkcode agree} would throw now, by agreeing without writing.
 * @throws as {@linkcode agree}
 */
export async function refuseToAgree(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
  proposal: Proposal,
): Promise<void> {
  const trial = actAs(rehearsal(call), moverOf(me));
  await agree(trial, conversation, me, proposal);
}

function refuseEnded(
  { now }: QueryCall,
  conversation: Conversation,
  proposal: Proposal,
): void {
  if (isTooLateToAccept(conversation, now)) {
    throw new ServiceError("not_negotiable", {
      detail: told`Cannot accept the proposal: the time to accept the request has passed.`,
      extra: { state: conversation.state },
    });
  }
  const status = statusAt(proposal, { now, isOpen: true });
  if (status === "open") return;
  throw new ServiceError("proposal_ended", {
    detail: told`Cannot accept the proposal: it is ${status}.`,
    extra: { status, state: conversation.state },
  });
}

/** The conversation with the price and the condition of a proposal. Pure. */
export function pricedBy(
  conversation: Conversation,
  {
    price,
    release,
    dueAt,
    arbiter,
  }: Pick<Proposal, "price" | "release" | "dueAt" | "arbiter">,
): Conversation {
  const isSame = release === conversation.release;
  const due =
    dueAt === null ? conversation.terms : dueBy(conversation.terms, dueAt);
  return {
    ...conversation,
    price,
    release,
    releaseAction: isSame ? conversation.releaseAction : null,
    terms: arbiter === undefined ? due : withArbiter(due, arbiter),
  };
}

/** The exact terms that a proposal asks the other side to accept. */
export function proposalAction(
  { id: conversationId }: Pick<Conversation, "id">,
  { id, price, release, note, dueAt, arbiter }: Proposal,
): Action<"proposal"> {
  return {
    act: "proposal",
    conversationId,
    proposalId: id,
    price: String(price),
    release,
    ...(dueAt !== null && { dueAt: showTime(dueAt) }),
    ...(arbiter !== undefined && { arbiter: arbiter?.address ?? "" }),
    ...(note !== "" && { reason: note }),
  };
}

/** Reviews a price that the caller would pay, as a submit with it. */
async function judgePrice(
  call: CommandCall,
  priced: Conversation,
  action: object,
): Promise<Verdict<SubmitGrants>> {
  const facts = await submitFacts(call, priced);
  const verdict = reviewSubmit(call, action, facts);
  refuseForeignFrom(verdict.review);
  if (!verdict.grants) throw denied(call, priced, verdict.review);
  return verdict;
}

/**
 * Refuses terms that the caller may not bind its account to: as the sender to pay them, as
 * the payee to accept them.
 * @throws person_required, review_denied
 */
export async function refuseTerms(
  call: CommandCall,
  priced: Conversation,
  me: Participant,
  action: object,
): Promise<void> {
  if (me.role === "sender") {
    await judgePrice(call, priced, action);
    return;
  }
  await refuseToBind(call, priced);
}

/** Refuses a payee's agent that may not accept such a request. @throws person_required */
export async function refuseToBind(
  call: QueryCall,
  conversation: Conversation,
): Promise<void> {
  const facts = await acceptFacts(call, conversation, true);
  if (outcomeOf(judge(ACCEPT_RULES, facts)) === "allow") return;
  throw onlyPerson(
    call,
    `/c/${conversation.id}`,
    told`Cannot agree to these terms: only your person can.`,
  );
}

/** Marks the accepted proposal, and ends the questions about all others. */
function markAgreed(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  accepted: Proposal,
): Conversation {
  const { tally, artifacts } = conversation;
  const since = { message: tally.count, file: artifacts.at(-1)?.seq ?? 0 };
  const decided = { decidedAt: call.now };
  const proposals = (conversation.proposals ?? []).map((it): Proposal => {
    if (it.id === accepted.id) {
      return { ...it, ...decided, since, status: "accepted" };
    }
    const isOver = it.status === "open" || it.status === "accepted";
    return isOver ? { ...it, ...decided, status: "replaced" } : it;
  });
  const marked = acceptedAt({ ...conversation, proposals }, call.now);
  recordProposal(call, marked, { ...accepted, status: "accepted" });
  const answered = endAsk(call, marked, accepted.id, { status: "approved" });
  const ended = endAsk(call, answered, undefined, { status: "superseded" });
  return me.role === "sender"
    ? ended
    : acceptIfAsked(call, ended, me.accountId);
}

/** The payment for the agreed price: one that waited is asked for anew. */
function paymentOf(call: CommandCall, agreed: Conversation): Payment {
  const { payment, price } = agreed;
  if (!payment) return newPayment(call, agreed);
  const nothing = { asked: null, shortBalance: null, shortAt: null };
  return { ...payment, ...nothing, price, terms: null };
}

async function holdAgreed(
  call: CommandCall,
  agreed: Conversation,
  payment: Payment,
  { review, grants }: Verdict<SubmitGrants>,
): Promise<Conversation> {
  if (!grants) throw new RangeError("A reviewed price has an approval");
  const { reviewId } = review;
  recordReview(call, agreed, review);
  const { holdDays } = await askedOf(call, agreed);
  const asking = { approval: grants.payment, holdDays };
  checkDeadlines(call, agreed, holdDays);
  const placed = await holdOrAsk(call, agreed, payment, asking);
  if (placed.status !== "held") return waitForPrice(call, agreed, placed);
  const begun = sentAt(agreed, call.now, holdDays);
  const paid = setPayment(call, begun, placed, "payment.held", { reviewId });
  return move(call, paid, agreed.state, "agree", { reviewId });
}

async function askForPrice(
  call: CommandCall,
  agreed: Conversation,
  payment: Payment,
): Promise<Conversation> {
  const { holdDays } = await askedOf(call, agreed);
  const asked = await withTerms(call, agreed, payment, holdDays);
  const { ownerId: accountId, id: conversationId } = agreed;
  await tellNeedsYou(call, { accountId, conversationId });
  return waitForPrice(call, agreed, asked);
}

function waitForPrice(
  call: CommandCall,
  agreed: Conversation,
  payment: Payment,
): Conversation {
  const type = "payment.requires_payment";
  const waiting = setPayment(call, agreed, payment, type);
  return move(call, waiting, agreed.state, "price_asked", {
    reason: "payment_required",
  });
}
