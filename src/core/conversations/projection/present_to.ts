import { hasScope } from "../../access/access.ts";
import type { QueryCall } from "../../access/context.ts";
import type { Standpoint } from "../actions/action.ts";
import { actionsFor, isBarredFrom } from "../actions/actions_for.ts";
import type { NextStep } from "../actions/next_step.ts";
import { actionsOfStep, firstAsked } from "../actions/next_step.ts";
import {
  refusalToApprove,
  refusalToDecline,
} from "../checkpoints/may_decide.ts";
import { maySend } from "../drafts/submit.ts";
import type { CheckpointView } from "../model/checkpoint_schema.ts";
import type { Checkpoint, Conversation, ViewerState } from "../model/model.ts";
import type { Window } from "../store/window.ts";
import { READ_WINDOW } from "../store/window.ts";
import type { ConversationView } from "./present.ts";
import { present } from "./present.ts";
import { approvalUrl, presentCheckpoint } from "./present_checkpoint.ts";
import { participantAt } from "./present_message.ts";
import { keepTold, toldBefore, watchReads } from "./told.ts";
import {
  withoutBalance,
  withoutOwnMoney,
  withoutThread,
  withoutWords,
} from "./withheld.ts";

/**
 * A conversation as the caller sees it: the viewer's form, and what this caller may do
 * and decide. A caller who may not read it gets only its state.
 */
export async function presentTo(
  call: QueryCall,
  conversation: Conversation,
  viewerState: ViewerState,
  window: Window = READ_WINDOW,
): Promise<ConversationView> {
  const whole = await wholeView(call, conversation, viewerState, window);
  const view = maySeeMoney(call) ? whole : withoutBalance(whole);
  return mayRead(call) ? view : withoutThread(view);
}

async function wholeView(
  call: QueryCall,
  conversation: Conversation,
  viewerState: ViewerState,
  window: Window,
): Promise<ConversationView> {
  const view = present(call.settings, conversation, viewerState, window);
  const known = toldBefore(call, view);
  if (known) return known;
  const watched = watchReads(call);
  const told = await tell(watched.call, conversation, viewerState, view);
  if (!watched.hasRead()) keepTold(call, conversation, view, told);
  return told;
}

/** The viewer's form with what depends on who the caller is. */
async function tell(
  call: QueryCall,
  conversation: Conversation,
  viewerState: ViewerState,
  view: ConversationView,
): Promise<ConversationView> {
  const me = participantAt(conversation, viewerState.position);
  const checkpoints: CheckpointView[] = [];
  for (const shown of view.checkpoints) {
    const checkpoint = conversation.checkpoints.find(
      ({ id }) => id === shown.checkpointId,
    );
    checkpoints.push(
      checkpoint ? await toldTo(call, conversation, checkpoint, shown) : shown,
    );
  }
  const isRead = view.replyReaders !== undefined;
  return {
    ...view,
    checkpoints,
    nextStep: await stepFor({ call, conversation, me }, view, checkpoints),
    ...(isRead && { actions: await actionsFor({ call, conversation, me }) }),
  };
}

/** It is the person's turn where an agent may do nothing of what comes first. */
async function stepFor(
  at: Standpoint,
  { nextStep }: ConversationView,
  checkpoints: readonly CheckpointView[],
): Promise<NextStep> {
  if (at.call.member.kind !== "agent" || nextStep.who !== "you") {
    return nextStep;
  }
  return (await isBarred(at, checkpoints))
    ? { ...nextStep, who: "person" }
    : nextStep;
}

async function isBarred(
  at: Standpoint,
  checkpoints: readonly CheckpointView[],
): Promise<boolean> {
  const { call, conversation, me } = at;
  // Not by sending it: a list has many drafts, and each would be looked up.
  if (conversation.state === "draft") return !maySend(call, conversation);
  return firstAsked(conversation, me.accountId)
    ? checkpoints.some(
        ({ status, mayDecide }) => status === "open" && !mayDecide,
      )
    : await isBarredFrom(at, actionsOfStep(conversation, me));
}

/** One checkpoint as the caller sees it. */
export async function checkpointTo(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<CheckpointView> {
  const { settings } = call;
  const shown = presentCheckpoint(settings, conversation, checkpoint);
  const whole = await toldTo(call, conversation, checkpoint, shown);
  const told = maySeeMoney(call) ? whole : withoutOwnMoney(whole);
  return mayRead(call) ? told : withoutWords(told);
}

/** A write needs no right to read, and then does not read. */
function mayRead({ member }: QueryCall): boolean {
  return hasScope(member, "conversations:read");
}

/** What an account has is no part of a conversation that reads it may include. */
function maySeeMoney({ member }: QueryCall): boolean {
  return hasScope(member, "payments:read");
}

async function toldTo(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  shown: CheckpointView,
): Promise<CheckpointView> {
  if (checkpoint.status !== "open") return shown;
  const refusal = await refusalToApprove(call, conversation, checkpoint);
  if (!refusal) return shown;
  const { code, message: detail } = refusal;
  return {
    ...shown,
    mayDecide: false,
    mayDecline: !refusalToDecline(call, conversation, checkpoint),
    because: { code, detail },
    approvalUrl: approvalUrl(call.settings, conversation, checkpoint),
    allowed: [],
  };
}
