import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { rehearsal } from "../../../access/rehearsal.ts";
import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { refuseDust } from "../../../payments/chain/least_price.ts";
import { judgeProposal } from "../../../review/rules.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { openProposals, soleRecipient } from "../../model/terms/agreed.ts";
import type { Proposal } from "../../model/terms/proposal.ts";
import {
  closeCheckpoint,
  openCheckpoint,
  tellAsked,
} from "../checkpoints/checkpoint.ts";
import { openAcceptance } from "../checkpoints/may_accept.ts";
import { pricedBy, proposalAction, refuseTerms } from "./agree.ts";
import type { WantedTerms } from "./proposals.ts";
import {
  endAsk,
  endProposal,
  makeProposal,
  otherSide,
  recordProposal,
  refuseToNegotiate,
} from "./proposals.ts";

/**
 * Proposes terms to the other side, instead of an earlier proposal of the same side. An
 * agent proposes what it could agree to.
 * @throws not_negotiable, invalid_price, person_required, review_denied
 */
export async function propose(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  wanted: WantedTerms,
): Promise<{ readonly after: Conversation; readonly made: Proposal }> {
  refuseToNegotiate(conversation, me, told`propose terms`);
  refuseFull(conversation);
  const proposal = await makeProposal(call, conversation, me, wanted);
  const { price, validUntil } = proposal;
  if (price === 0) throw noPrice();
  refuseDust(conversation.rail, price, "/price");
  const priced = pricedBy(conversation, proposal);
  const action = proposalAction(conversation, proposal);
  await refuseTerms(call, priced, me, action);
  const ready = endOwn(call, conversation, me);
  const proposals = [...(ready.proposals ?? []), proposal];
  const proposed = { ...ready, proposals };
  recordProposal(call, proposed, proposal);
  const { address, displayName: name } = me;
  const opened = await openCheckpoint(call, proposed, {
    action,
    asked: otherSide(conversation, me),
    askedBy: { address, name, kind: call.member.kind },
    rules: judgeProposal(),
    expiresAt: validUntil,
  });
  await tellAsked(call, proposed, opened.conversation);
  return { after: opened.conversation, made: proposal };
}

/**
 * Refuses a party that could propose nothing now, however low the price.
 * @throws not_negotiable, person_required, review_denied
 */
export async function refuseToPropose(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): Promise<void> {
  refuseToNegotiate(conversation, me, told`propose terms`);
  refuseFull(conversation);
  const price = Math.max(1, conversation.price);
  await refuseTerms(rehearsal(call), { ...conversation, price }, me, {
    ...{ act: "proposal", conversationId: conversation.id },
  });
}

/** Takes back the caller's own open proposal. @throws proposal_ended */
export function withdraw(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  proposal: Proposal,
): Conversation {
  const isOwn = proposal.by === me.position;
  const isOpen = openProposals(conversation, call.now).includes(proposal);
  if (!isOwn || !isOpen) {
    throw new ServiceError("proposal_ended", {
      detail: isOwn
        ? told`Cannot withdraw the proposal: it is no longer open.`
        : told`Cannot withdraw the proposal: it is not yours.`,
    });
  }
  const ended = endProposal(call, conversation, proposal, {
    status: "withdrawn",
  });
  return endAsk(call, ended, proposal.id, { status: "superseded" });
}

/**
 * Replaces the party's open proposal. The new one answers what the party was asked, and the
 * request without a price is no longer asked for.
 */
function endOwn(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
): Conversation {
  const replaced = (conversation.proposals ?? [])
    .filter((it) => it.status === "open" && it.by === me.position)
    .reduce(
      (after, it) => endProposal(call, after, it, { status: "replaced" }),
      conversation,
    );
  const countered = endAsk(call, replaced, undefined, { status: "superseded" });
  const payee = soleRecipient(conversation);
  const waiting = payee && openAcceptance(countered, payee.accountId);
  return waiting
    ? closeCheckpoint(call, countered, waiting, { status: "superseded" })
    : countered;
}

function refuseFull({ proposals, state }: Conversation): void {
  if ((proposals?.length ?? 0) < LIMITS.proposalsMax) return;
  throw new ServiceError("not_negotiable", {
    detail: told`Cannot propose terms: a conversation takes ${LIMITS.proposalsMax} proposals at most.`,
    extra: { state },
  });
}

function noPrice(): ServiceError {
  const detail = told`name a price above 0`;
  return new ServiceError("invalid_price", {
    detail: told`Cannot propose terms: ${detail}.`,
    errors: [{ pointer: "/price", code: "invalid_price", detail }],
  });
}
