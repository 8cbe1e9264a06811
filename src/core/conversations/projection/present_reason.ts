import type { ActorView } from "../../access/actor.ts";
import { visibleTo } from "../model/audience.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { presentActorIn } from "./present_actor.ts";

/** The codes that a canceled conversation may have, of times that did not keep whose words it were. */
const CANCEL_CODES: ReadonlySet<string> = new Set([
  "declined",
  "hold_expired",
  "payment_not_completed",
  "all_deliveries_failed",
]);

/** Whether the reason of a state is a code of ours, or somebody's words and whose. */
export function presentReason(
  conversation: Conversation,
  viewer: Participant,
): {
  readonly stateCode: string | null;
  readonly stateReasonBy?: ActorView & { readonly address?: string };
} {
  const { state, stateReason, stateReasonBy } = conversation;
  if (stateReason === null) return { stateCode: null };
  if (!stateReasonBy) {
    const isCode = state !== "canceled" || CANCEL_CODES.has(stateReason);
    return { stateCode: isCode ? stateReason : null };
  }
  const { accountId } = stateReasonBy;
  const participant = visibleTo(conversation, viewer).find(
    (it) => accountId !== undefined && it.accountId === accountId,
  );
  return {
    stateCode: null,
    stateReasonBy: {
      ...(participant && { address: participant.address }),
      ...presentActorIn(conversation, stateReasonBy, viewer),
    },
  };
}
