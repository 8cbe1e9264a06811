import type { Static } from "typebox";
import { showMoney } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { participantAt } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { presentReceipt } from "../../model/shown/present_payment.ts";
import { agreedOf, isParty, isUnsettled } from "../../model/terms/agreed.ts";
import { askedDeadlines } from "../../model/terms/deadlines.ts";
import type { Milestone } from "../../model/terms/milestone.ts";
import { orderText } from "../../model/terms/order_parts.ts";
import type { Proposal } from "../../model/terms/proposal.ts";
import { statusAt } from "../../model/terms/proposal.ts";
import {
  milestoneState,
  nextStepDue,
  stepDue,
} from "../../model/terms/steps.ts";
import type {
  MilestoneSchema,
  ProposalSchema,
  TermsSchema,
} from "../../model/terms/terms_schema.ts";
import { isFrozenFor, presentDispute } from "./present_dispute.ts";

type TermsView = Static<typeof TermsSchema>;

/** The terms that a viewer sees at a moment; undefined without any. Pure. */
export function presentTerms(
  conversation: Conversation,
  viewer: Participant,
  { now, isItem }: { readonly now: number; readonly isItem: boolean },
): { readonly terms: TermsView } | undefined {
  const { dueAt } = conversation.terms ?? {};
  const step = nextStepDue(conversation);
  const terms: TermsView = {
    ...(!isItem && presentOrder(conversation)),
    ...askedDeadlines(conversation),
    ...(dueAt !== undefined && { dueAt: showTime(dueAt) }),
    ...(step !== undefined &&
      isParty(conversation, viewer) && { stepDueAt: showTime(step) }),
    ...(!isItem && presentSides(conversation, viewer, now)),
    ...(isItem
      ? isFrozenFor(conversation, viewer) && { disputed: true }
      : presentDispute(conversation, viewer)),
  };
  return Object.keys(terms).length > 0 ? { terms } : undefined;
}

/** The order that it is, with its offer as it was; undefined without one. */
function presentOrder({ order }: Conversation): TermsView | undefined {
  if (!order) return undefined;
  const { offerId, version, title, output, input, answers } = order;
  return {
    offerId,
    offer: { version, title, output: [...output] },
    ...(input !== null && { input }),
    ...(answers.length > 0 && { answers: [...answers] }),
    inWords: orderText(order),
  };
}

/** The steps and the proposals, for the two sides alone. */
function presentSides(
  conversation: Conversation,
  viewer: Participant,
  now: number,
): Pick<TermsView, "milestones" | "proposals" | "agreedId"> | undefined {
  const { proposals, milestones } = conversation;
  if (!isParty(conversation, viewer)) return undefined;
  const agreed = agreedOf(conversation);
  return {
    ...(milestones && {
      milestones: milestones.map((it) =>
        presentMilestone(conversation, it, now),
      ),
    }),
    ...(proposals && {
      proposals: proposals.map((it) => presentProposal(conversation, it, now)),
    }),
    ...(agreed && { agreedId: agreed.id }),
  };
}

function presentMilestone(
  conversation: Conversation,
  it: Milestone,
  now: number,
): Static<typeof MilestoneSchema> {
  const { deliverBy, deliverWithin } = it;
  const state = milestoneState(it, conversation);
  const due = stepDue(conversation, it);
  const isLate = state === "open" && due !== undefined && due <= now;
  return {
    milestoneId: it.id,
    title: it.title,
    amount: showMoney(it.amount),
    release: it.release,
    state,
    ...(deliverBy !== undefined && { deliverBy: showTime(deliverBy) }),
    ...(deliverWithin !== undefined && { deliverWithin }),
    ...(due !== undefined && { dueAt: showTime(due) }),
    ...(isLate && { overdue: true as const }),
    ...(it.receipt && { receipt: presentReceipt(it.receipt) }),
  };
}

/** A proposal as its two sides see it at a moment. Pure. */
export function presentProposal(
  conversation: Conversation,
  it: Proposal,
  now: number,
): Static<typeof ProposalSchema> {
  const isOpen = isUnsettled(conversation);
  return {
    proposalId: it.id,
    by: participantAt(conversation, it.by).address,
    price: showMoney(it.price),
    release: it.release,
    ...(it.note !== "" && { note: it.note }),
    at: showTime(it.at),
    validUntil: showTime(it.validUntil),
    ...(it.dueAt !== null && { dueAt: showTime(it.dueAt) }),
    ...(it.arbiter !== undefined && { arbiter: it.arbiter?.address ?? null }),
    status: statusAt(it, { now, isOpen }),
    ...(it.reason !== undefined && { reason: it.reason }),
    previous: it.previous,
    jws: it.jws,
  };
}
