/**
 * How does a conversation look to one viewer? `present.ts` shows what does not depend on
 * the caller, `present_message.ts` a message, `present_reason.ts` whose words a reason is,
 * `answer.ts` the answer to an act, `told.ts` finds what a caller was told already.
 * @module
 */
import type { QueryCall } from "../../../access/context.ts";
import { hasScope } from "../../../access/principal.ts";
import { showTime } from "../../../base/time.ts";
import { USUAL_LANGUAGE } from "../../../base/words/languages.ts";
import type { Card } from "../../acts/checkpoints/card_row.ts";
import { balanceIn } from "../../acts/checkpoints/card_words.ts";
import { cardRowOf } from "../../acts/checkpoints/cards.ts";
import { approvalUrl, subjectOf } from "../../acts/checkpoints/subject.ts";
import { whyAsked } from "../../acts/checkpoints/waiting_answer.ts";
import {
  refusalToApprove,
  refusalToDecline,
} from "../../acts/decisions/may_decide.ts";
import type { Count } from "../../acts/decisions/vote.ts";
import { countOf } from "../../acts/decisions/vote.ts";
import { maySend } from "../../acts/drafts/submit.ts";
import type { Window } from "../../acts/store/window.ts";
import { BRIEF_WINDOW, THREAD_WINDOW } from "../../acts/store/window.ts";
import { blockersOf } from "../../acts/thread/blocked_sender.ts";
import { participantAt } from "../../model/audience.ts";
import type { CheckpointView } from "../../model/checkpoint_schema.ts";
import type {
  Checkpoint,
  Conversation,
  ViewerState,
} from "../../model/model.ts";
import { actionsOfStep, firstAsked } from "../../model/turn/next_step.ts";
import type { ActionView } from "../../model/turn_schemas.ts";
import type { Standpoint } from "../actions/action.ts";
import {
  actionsFor,
  answersFor,
  isBarredFrom,
} from "../actions/actions_for.ts";
import { decidersOf } from "./deciders.ts";
import type { ConversationView } from "./present.ts";
import { present } from "./present.ts";
import { presentCheckpoint } from "./present_checkpoint.ts";
import type { ToldView } from "./told.ts";
import { holdUntil, nextMoment, toldItem, watchReads } from "./told.ts";
import {
  withoutBalance,
  withoutOwnMoney,
  withoutThread,
  withoutWords,
} from "./withheld.ts";

/**
 * A conversation as the caller sees it: the viewer's form, and what this caller may do and
 * decide, as much as the wire shows. A caller who may not read it gets only its state.
 */
export async function presentTo(
  call: QueryCall,
  conversation: Conversation,
  viewerState: ViewerState,
  window: Window = answerWindow(call),
): Promise<ConversationView> {
  const tell = () => toldOf(call, conversation, viewerState, window);
  const told = window.isItem
    ? await toldItem(call, conversation, viewerState, { window, tell })
    : await tell();
  const view = maySeeMoney(call) ? told.view : withoutBalance(told.view);
  const shown = mayRead(call) ? view : withoutThread(view);
  if (isRead(window)) holdUntil(shown, told.until);
  return shown;
}

/** True of what a query asked for: its answer may be kept, that of an act is given once. */
function isRead({ beside }: Window): boolean {
  return beside !== undefined;
}

/** How much of a conversation the wire shows in every answer. */
export function answerWindow({ caller }: QueryCall): Window {
  return caller.isBrief ? BRIEF_WINDOW : THREAD_WINDOW;
}

async function toldOf(
  call: QueryCall,
  conversation: Conversation,
  viewerState: ViewerState,
  window: Window,
): Promise<ToldView> {
  const shared = present(call, conversation, viewerState, window);
  const me = participantAt(conversation, viewerState.position);
  // A cached answer to a read knows the blocks separately (get_conversation).
  const isWhole = !(window.isItem || window.isBrief);
  const blockers = isWhole ? await blockersOf(call, conversation, me) : [];
  if (!window.isItem && !isRead(window)) {
    const at = { call, conversation, me, blockers };
    return { view: await tell(at, shared, window), until: 0 };
  }
  const watched = watchReads(call);
  const at = { call: watched.call, conversation, me, blockers };
  const view = await tell(at, shared, window);
  const until = watched.hasRead() ? 0 : nextMoment(call, conversation);
  return { view, until };
}

/** The viewer's form with the parts that depend on the caller. */
async function tell(
  at: Standpoint,
  view: ConversationView,
  { isItem, isBrief }: Window,
): Promise<ConversationView> {
  const { call, conversation } = at;
  const checkpoints: CheckpointView[] = [];
  for (const shown of view.checkpoints) {
    const checkpoint = conversation.checkpoints.find(
      ({ id }) => id === shown.checkpointId,
    );
    if (!checkpoint) continue;
    const told = await toldTo(call, conversation, checkpoint, shown);
    const isOpen = shown.status === "open" && !isItem && !isBrief;
    const deciders = isOpen
      ? await decidersOf(call, conversation, checkpoint)
      : undefined;
    checkpoints.push({ ...told, ...(deciders && { deciders }) });
  }
  // In brief, only to tell an agent that a step is its person's.
  const isJudged = isBrief ? isAgentsTurn(call, view) : !isItem;
  const judged = isJudged ? await actionsFor(at) : undefined;
  // A request's row has its buttons, so it need not be opened.
  const isRequest = isItem && view.folders.includes("requests");
  const offered = isRequest ? await answersFor(at) : judged;
  return {
    ...view,
    checkpoints,
    nextStep: {
      ...view.nextStep,
      ...(await personsPart(at, view, { checkpoints, actions: judged })),
    },
    ...(offered && !isBrief && { actions: offered }),
  };
}

/** Tells an agent that a step is its person's, or that the person has the money. */
async function personsPart(
  at: Standpoint,
  view: ConversationView,
  shown: {
    readonly checkpoints: readonly CheckpointView[];
    readonly actions: readonly ActionView[] | undefined;
  },
): Promise<Partial<ConversationView["nextStep"]>> {
  const { call, conversation, me } = at;
  if (!isAgentsTurn(call, view)) return {};
  const first = firstAsked(conversation, me.accountId);
  const page = approvalUrl(call.settings, conversation, first);
  if (!(await isBarred(at, shown.checkpoints, shown.actions))) {
    return conversation.state === "auth-required" ? { approvalUrl: page } : {};
  }
  const steps = actionsOfStep(conversation, me);
  const barred = shown.actions?.find(({ name }) => steps.includes(name));
  const reason = first ? undefined : barred?.because?.detail;
  return {
    who: "person",
    ...(first && whyAsked(first, call.say)),
    ...(reason && { reason }),
    approvalUrl: page,
  };
}

function isAgentsTurn(
  { member }: QueryCall,
  { nextStep }: ConversationView,
): boolean {
  return member.kind === "agent" && nextStep.who === "you";
}

/** True for an agent that may do none of the most urgent actions: its person's turn. */
async function isBarred(
  at: Standpoint,
  checkpoints: readonly CheckpointView[],
  actions: readonly ActionView[] | undefined,
): Promise<boolean> {
  const { call, conversation, me } = at;
  // Not by a trial submit: a list has many drafts, and each would be resolved.
  if (conversation.state === "draft") return !maySend(call, conversation);
  const first = firstAsked(conversation, me.accountId);
  if (first) {
    return checkpoints.some(
      (it) => it.checkpointId === first.id && !it.mayDecide,
    );
  }
  const judged = actions ?? (await actionsFor(at));
  return isBarredFrom(judged, actionsOfStep(conversation, me));
}

/** One checkpoint as the caller sees it. */
export async function checkpointTo(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<CheckpointView> {
  const shown = presentCheckpoint(call, conversation, checkpoint);
  const whole = await toldTo(call, conversation, checkpoint, shown);
  const told = maySeeMoney(call) ? whole : withoutOwnMoney(whole);
  return mayRead(call) ? told : withoutWords(told);
}

/** A write needs no read scope, and then its answer shows no content. */
function mayRead({ member }: QueryCall): boolean {
  return hasScope(member, "conversations:read");
}

/** True for a caller who may see the account's money; reading conversations is not enough. */
function maySeeMoney({ member }: QueryCall): boolean {
  return hasScope(member, "payments:read");
}

async function toldTo(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  shown: CheckpointView,
): Promise<CheckpointView> {
  const card = await cardIn(call, conversation, checkpoint);
  const count = await shownCount(call, conversation, checkpoint);
  const told = { ...shown, ...card, ...(count && presentCount(count)) };
  if (checkpoint.status !== "open") return told;
  const refusal = await refusalToApprove(call, conversation, checkpoint);
  if (!refusal) return told;
  const { code } = refusal;
  const detail = refusal.said(call.say);
  return {
    ...told,
    mayDecide: false,
    mayDecline: !refusalToDecline(call, conversation, checkpoint),
    because: { code, detail },
    approvalUrl: approvalUrl(call.settings, conversation, checkpoint),
    allowed: [],
  };
}

/** The approvals of a decision that takes several, also once it is made. */
async function shownCount(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<Count | undefined> {
  const { status, votes } = checkpoint;
  if (status === "open") return await countOf(call, conversation, checkpoint);
  return votes.length > 0 ? { needed: votes.length, votes } : undefined;
}

function presentCount({
  needed,
  votes,
}: Count): Pick<CheckpointView, "needed" | "decisions"> {
  const decision = "approve" as const;
  const decisions = votes.map(({ name: by, at }) => ({
    ...{ by, decision, at: showTime(at) },
  }));
  return { needed, decisions };
}

/** The card in the caller's language, generated again: the record keeps the English one. */
async function cardIn(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<Card | undefined> {
  if (call.say.language === USUAL_LANGUAGE) return undefined;
  const { action, rules, askedBy, summary } = checkpoint;
  const { asked } = subjectOf(conversation, checkpoint);
  return await cardRowOf(action).card(conversation, {
    action,
    asked,
    askedBy,
    rules,
    say: call.say,
    // From the record: under one tag, a card says the same in each language.
    balance: () => (maySeeMoney(call) ? balanceIn(summary) : undefined),
  });
}
