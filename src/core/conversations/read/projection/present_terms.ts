import type { Static } from "typebox";
import { showMoney } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { participantAt } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { agreedOf, isParty, isUnsettled } from "../../model/terms/agreed.ts";
import { askedDeadlines } from "../../model/terms/deadlines.ts";
import type { Proposal } from "../../model/terms/proposal.ts";
import { statusAt } from "../../model/terms/proposal.ts";
import type {
  ProposalSchema,
  TermsSchema,
} from "../../model/terms/terms_schema.ts";

type TermsView = Static<typeof TermsSchema>;

/** The terms that a viewer sees at a moment; undefined without any. Pure. */
export function presentTerms(
  conversation: Conversation,
  viewer: Participant,
  { now, isItem }: { readonly now: number; readonly isItem: boolean },
): { readonly terms: TermsView } | undefined {
  const { dueAt } = conversation.terms ?? {};
  const terms: TermsView = {
    ...(!isItem && presentOrder(conversation)),
    ...askedDeadlines(conversation),
    ...(dueAt !== undefined && { dueAt: showTime(dueAt) }),
    ...(!isItem && presentProposals(conversation, viewer, now)),
  };
  return Object.keys(terms).length > 0 ? { terms } : undefined;
}

/** The order that it is, with its offer as it was; undefined without one. */
function presentOrder({ order }: Conversation): TermsView | undefined {
  if (!order) return undefined;
  const { offerId, version, title, output, input } = order;
  return {
    offerId,
    offer: { version, title, output: [...output] },
    ...(input !== null && { input }),
  };
}

/** The proposals of either side; undefined without any, and for everybody else. */
function presentProposals(
  conversation: Conversation,
  viewer: Participant,
  now: number,
): Pick<TermsView, "proposals" | "agreedId"> | undefined {
  const { proposals } = conversation;
  if (!proposals || !isParty(conversation, viewer)) return undefined;
  const agreed = agreedOf(conversation);
  return {
    proposals: proposals.map((it) => presentProposal(conversation, it, now)),
    ...(agreed && { agreedId: agreed.id }),
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
    status: statusAt(it, { now, isOpen }),
    previous: it.previous,
    jws: it.jws,
  };
}
