import type { ActorView } from "../../../access/actor.ts";
import { showTime } from "../../../base/time.ts";
import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import { denialOf } from "../../../review/rule_ids.ts";
import { visibleTo } from "../../model/audience.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
} from "../../model/model.ts";
import { presentActorIn } from "../../model/shown/present_actor.ts";
import type { State } from "../../model/states.ts";
import { isDeclineOf } from "../../model/turn/taken.ts";

const TITLES: Readonly<Record<State, string>> = {
  draft: phrase`Draft`,
  submitted: phrase`Waiting for an answer`,
  working: phrase`In progress`,
  "input-required": phrase`Waiting for a decision`,
  "auth-required": phrase`Waiting for payment`,
  completed: phrase`Completed`,
  canceled: phrase`Canceled`,
  failed: phrase`Failed`,
  rejected: phrase`Declined`,
};

/**
 * A state in two or three words; only an actual decline is called declined. `asked` are the
 * decisions of the reader. Pure.
 */
export function stateTitle(
  {
    state,
    stateReason,
    stateReasonBy,
  }: Pick<Conversation, "state" | "stateReason" | "stateReasonBy">,
  say: Say,
  asked: readonly Pick<Checkpoint, "status">[] = [],
): string {
  const decides = asked.some(({ status }) => status === "open");
  if (state === "input-required" && decides) return say`Needs your decision`;
  const isDenied =
    stateReasonBy === null && denialOf(stateReason ?? "") !== undefined;
  return isDenied ? say`Denied by the security review` : say.of(TITLES[state]);
}

/** Whether the reason of a state is a code of ours, or somebody's words and whose. */
export function presentReason(
  conversation: Conversation,
  viewer: Participant,
  say: Say,
): {
  readonly stateCode: string | null;
  readonly stateReasonBy?: ActorView & { readonly address?: string };
} {
  const { stateReason, stateReasonBy } = conversation;
  if (stateReason === null) return { stateCode: null };
  if (!stateReasonBy) return { stateCode: stateReason };
  const { accountId, address } = stateReasonBy;
  const participant = visibleTo(conversation, viewer).find((it) =>
    accountId === undefined
      ? it.address === address
      : it.accountId === accountId,
  );
  return {
    stateCode: null,
    stateReasonBy: {
      ...(participant && { address: participant.address }),
      ...presentActorIn(conversation, stateReasonBy, viewer, say),
    },
  };
}

/** The recipients who declined, for the sender, each with their own words. */
export function presentDeclines(
  { participants, checkpoints }: Conversation,
  { role }: Participant,
) {
  if (role !== "sender") return undefined;
  const declines = participants.flatMap((it) => {
    const { accountId, address, deliveryState, deliveryAt } = it;
    if (accountId === null) {
      const at = showTime(deliveryAt);
      return deliveryState === "declined" ? [{ address, at }] : [];
    }
    return checkpoints
      .filter((one) => isDeclineOf(one, accountId))
      .map(({ comment, decidedAt }) => ({
        address,
        ...(comment && { reason: comment }),
        at: showTime(decidedAt ?? 0),
      }));
  });
  return declines.length > 0 ? { declines } : undefined;
}
