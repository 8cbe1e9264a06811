import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Act } from "../../model/acts.ts";
import { TRAITS } from "../../model/acts.ts";
import { openAbout } from "../../model/checkpoints_about.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { assertTransition, nextState } from "../../model/state.ts";
import type { StateCode } from "../../model/state_codes.ts";
import type { State } from "../../model/states.ts";
import type { Verb } from "../../model/transitions.ts";
import { move } from "../store/change.ts";
import { closeCheckpoint } from "./checkpoint.ts";

/** True while an open checkpoint keeps a conversation in `input-required`. */
export function isWaiting({ checkpoints }: Conversation): boolean {
  return checkpoints.some((it) => it.status === "open" && isBlocking(it));
}

/** True for a checkpoint that keeps its conversation waiting while it is open. */
export function isBlocking({ action }: Checkpoint): boolean {
  return TRAITS[action.act].blocks;
}

/** The open checkpoint of one kind that an account's agents have opened for their person. */
export function pendingAct<A extends Act>(
  conversation: Conversation,
  accountId: string,
  act: A,
): Checkpoint<A> | undefined {
  return openAbout(conversation, act).find(
    ({ forAccountId }) => forAccountId === accountId,
  );
}

/** Refuses to ask a person the same kind of thing twice at once. @throws wrong_state */
export function refusePending(
  { member }: QueryCall,
  conversation: Conversation,
  act: Act,
): void {
  if (!pendingAct(conversation, member.accountId, act)) return;
  throw new ServiceError("wrong_state", {
    detail: told`Cannot do this: an earlier one is still waiting for your person's answer.`,
    extra: { state: conversation.state },
  });
}

/** Returns to the interrupted state, unless another checkpoint is still open. */
export function resume(
  call: CommandCall,
  conversation: Conversation,
  verb: Extract<Verb, "answer" | "refuse_action" | "cancel_declined">,
  reason: StateCode,
): Conversation {
  const { state } = conversation;
  if (state !== "input-required" || isWaiting(conversation)) {
    return conversation;
  }
  return move(call, conversation, state, verb, { reason });
}

/**
 * Withdraws what agents ask during the work, if nothing else is waited for. Otherwise a
 * sender's agent could keep the payee from signing until the hold ends.
 */
export function withdrawAsks(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  const open = withdrawable(conversation);
  if (open.length === 0) return conversation;
  const closed = open.reduce(
    (after, it) => closeCheckpoint(call, after, it, { status: "superseded" }),
    conversation,
  );
  return resume(call, closed, "answer", "superseded");
}

/** The state that {@linkcode withdrawAsks} leads to. Pure. */
export function stateWithoutAsks(conversation: Conversation): State {
  const { state, previousState } = conversation;
  if (withdrawable(conversation).length === 0) return state;
  return state === "input-required"
    ? nextState(state, "answer", previousState)
    : state;
}

/**
 * Refuses to complete by an approval while something else is waited for.
 * @throws wrong_state
 */
export function refuseHeldUp(
  { checkpoints, ...rest }: Conversation,
  checkpoint: Checkpoint,
  verb: Extract<Verb, "complete" | "receipt">,
): void {
  const others = checkpoints.filter(({ id }) => id !== checkpoint.id);
  const conversation = { ...rest, checkpoints: others };
  const isHeldUp =
    isWaiting(conversation) && withdrawable(conversation).length === 0;
  if (isHeldUp) assertTransition("input-required", verb);
}

/** The open questions of agents during the work, if nothing else is waited for. */
function withdrawable({ checkpoints }: Conversation): readonly Checkpoint[] {
  const open = checkpoints.filter(
    (it) => it.status === "open" && isBlocking(it),
  );
  return open.every(({ action }) => TRAITS[action.act].isInWork) ? open : [];
}
