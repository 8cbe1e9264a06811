import type { Static } from "typebox";
import { showMoney } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { participantAt } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import type {
  Dispute,
  DisputeOutcome,
  Split,
} from "../../model/terms/dispute.ts";
import type { DisputeSchema } from "../../model/terms/dispute_schema.ts";
import { freezeOf, seesDispute } from "../../model/terms/disputed.ts";

type DisputeView = Static<typeof DisputeSchema>;

/** The dispute for those who see it; undefined for others, and without one. Pure. */
export function presentDispute(
  conversation: Conversation,
  viewer: Participant,
): { readonly dispute: DisputeView } | undefined {
  const dispute = conversation.terms?.dispute;
  if (!dispute || !seesDispute(conversation, viewer)) return undefined;
  const { askAt, ruleBy, outcome } = dispute;
  const end = freezeOf(conversation) && conversation.payment?.captureBefore;
  return {
    dispute: {
      disputeId: dispute.id,
      about: dispute.about,
      reason: dispute.reason,
      amount: showMoney(dispute.amount),
      status: dispute.status,
      splits: dispute.splits.map((it, place) => ({
        number: place + 1,
        ...presentSplit(conversation, dispute, it),
      })),
      openedAt: showTime(dispute.openedAt),
      ...(askAt !== undefined && { arbiterAt: showTime(askAt) }),
      ...(ruleBy !== undefined && { ruleBy: showTime(ruleBy) }),
      ...(end && { returnsAt: showTime(end) }),
      ...(outcome && { outcome: presentOutcome(conversation, outcome) }),
    },
  };
}

/** True for those who see the dispute that freezes the price. */
export function isFrozenFor(
  conversation: Conversation,
  viewer: Participant,
): boolean {
  return (
    freezeOf(conversation) !== undefined && seesDispute(conversation, viewer)
  );
}

function presentSplit(
  conversation: Conversation,
  { amount }: Dispute,
  it: Split,
): Omit<DisputeView["splits"][number], "number"> {
  return {
    by: participantAt(conversation, it.by).address,
    return: showMoney(it.returned),
    release: showMoney(amount - it.returned),
    ...(it.text !== "" && { text: it.text }),
    evidence: [...it.evidence],
    at: showTime(it.at),
    status: it.status,
  };
}

function presentOutcome(
  conversation: Conversation,
  { by, returned, released, text, at, jws }: DisputeOutcome,
): NonNullable<DisputeView["outcome"]> {
  return {
    ...(by !== null && { by: participantAt(conversation, by).address }),
    return: showMoney(returned),
    release: showMoney(released),
    ...(text !== "" && { text }),
    at: showTime(at),
    ...(jws !== undefined && { jws }),
  };
}
