import type { Actor } from "../../../access/actor.ts";
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { CancelFacts } from "../../../review/facts.ts";
import type { Approval, Review } from "../../../review/review.ts";
import { objectionsOf } from "../../../review/review.ts";
import { saidRules, toldRules } from "../../../review/said_rule.ts";
import type { Action } from "../../model/acts.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import type { StateReason } from "../../model/state_codes.ts";
import type { Verb } from "../../model/transitions.ts";
import { isEarned } from "../../model/turn/condition.ts";
import { blockersOf, isReadByBlocker } from "../thread/blocked_sender.ts";
import { closeWithout } from "./settle.ts";

/** Commits a cancel; without a review's approval this does not compile. */
export function commitCancel(
  call: CommandCall,
  conversation: Conversation,
  { reviewId }: Approval<"cancel">,
  { verb, ...why }: StateReason & { readonly verb: Verb },
): Conversation {
  return closeWithout(call, conversation, verb, {
    ...why,
    voidReason: "canceled",
    reviewId,
  });
}

/**
 * The reason of a cancel, as everyone reads it: left out if one of them blocks the sender,
 * who may still cancel.
 */
export async function reasonToTell(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
  { reason, by }: { readonly reason: string; readonly by: Actor },
): Promise<StateReason> {
  const blockers = await blockersOf(call, conversation, me);
  return isReadByBlocker(blockers, null)
    ? { reason: null }
    : { reason, reasonBy: by };
}

/** The exact cancel that a review judges. */
export function cancelAction(
  { id, payment }: Conversation,
  { address }: Participant,
  reason: string,
): Action<"cancel"> {
  return {
    act: "cancel",
    conversationId: id,
    by: address,
    reason,
    payment: payment?.status ?? "none",
    price: String(payment?.price ?? 0),
  };
}

/** The facts of a cancel for the rules, for the caller. */
export function cancelFacts(
  { member }: QueryCall,
  conversation: Conversation,
  { role }: Participant,
): CancelFacts {
  const { payment, participants } = conversation;
  const isReleased = payment?.status === "released";
  const isHeld = payment?.status === "held";
  const payee = participants.find(
    (it) => it.accountId !== null && it.accountId === payment?.payeeId,
  );
  return {
    byAgent: member.kind === "agent",
    bySender: role === "sender",
    isPriced: isHeld || isReleased,
    isHeld,
    conditionMet:
      isReleased || (payee !== undefined && isEarned(conversation, payee)),
  };
}

/** The refusal of a cancel that a rule denies. */
export function refusalOf({ say }: QueryCall, review: Review): ServiceError {
  const rules = objectionsOf(review);
  const denied = rules.filter((it) => it.outcome === "deny").slice(0, 1);
  return new ServiceError("condition_already_met", {
    detail:
      denied.length > 0
        ? told`Cannot cancel: ${toldRules(denied)}`
        : told`Cannot cancel: the security review denied it.`,
    extra: { review: { ...review, rules: saidRules(rules, say) } },
  });
}
