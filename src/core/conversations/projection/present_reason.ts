import type { ActorView } from "../../access/actor.ts";
import { denialOf } from "../../review/rule_ids.ts";
import { visibleTo } from "../model/audience.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { STATE_CODES } from "../model/state_codes.ts";
import type { State } from "../model/states.ts";
import { presentActorIn } from "./present_actor.ts";

const TITLES: Readonly<Record<State, string>> = {
  draft: "Draft",
  submitted: "Waits for an answer",
  working: "In progress",
  "input-required": "Waits for a decision",
  "auth-required": "Waits for payment",
  completed: "Completed",
  canceled: "Canceled",
  failed: "Failed",
  rejected: "Declined",
};

/** A state in two or three words: what nobody said no to is not told as declined. Pure. */
export function stateTitle({
  state,
  stateReason,
  stateReasonBy,
}: Pick<Conversation, "state" | "stateReason" | "stateReasonBy">): string {
  const isDenied =
    stateReasonBy === null && denialOf(stateReason ?? "") !== undefined;
  return isDenied ? "Denied by the review" : TITLES[state];
}

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
