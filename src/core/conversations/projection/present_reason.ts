import type { ActorView } from "../../access/actor.ts";
import { visibleTo } from "../model/audience.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { STATE_CODES } from "../model/state_codes.ts";
import { presentActorIn } from "./present_actor.ts";

/** Whether the reason of a state is a code of ours, or somebody's words and whose. */
export function presentReason(
  conversation: Conversation,
  viewer: Participant,
): {
  readonly stateCode: string | null;
  readonly stateReasonBy?: ActorView & { readonly address?: string };
} {
  const { stateReason, stateReasonBy } = conversation;
  if (stateReason === null) return { stateCode: null };
  if (!stateReasonBy) {
    // Version 0.1 did not keep whose words a reason was.
    const isCode = STATE_CODES.includes(stateReason);
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
