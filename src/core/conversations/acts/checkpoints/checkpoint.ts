/**
 * Which decision does a conversation wait for, and how is it asked? `ask.ts` opens a
 * checkpoint for what a person has to approve, `ask_to_accept.ts` one for an act that
 * accepts, `cards.ts` and `card_words.ts` are the card, `waiting.ts` says who is waited
 * for.
 * @module
 */
import type { Actor } from "../../../access/actor.ts";
import { actorOf } from "../../../access/actor.ts";
import type { CommandCall } from "../../../access/context.ts";
import { digestOf } from "../../../base/digest.ts";
import { HOUR_MS } from "../../../base/time.ts";
import { sayInEnglish } from "../../../base/words/say.ts";
import { tellNeedsYou } from "../../../mail/notices.ts";
import { balanceOf } from "../../../payments/ledger.ts";
import type { Act } from "../../model/acts.ts";
import { TRAITS } from "../../model/acts.ts";
import { isAbout, openAbout } from "../../model/checkpoints_about.ts";
import type {
  Checkpoint,
  CheckpointStatus,
  Conversation,
} from "../../model/model.ts";
import { isTooLateToAccept } from "../../model/terms/deadlines.ts";
import type { ToldPerson } from "../../model/turn/told_people.ts";
import { recordEvent } from "../store/change.ts";
import { commitmentOf } from "../store/covered.ts";
import type { Opening } from "./card_row.ts";
import { cardRowOf } from "./cards.ts";
import { openAcceptance } from "./may_accept.ts";
import { toldBeside } from "./stand_in.ts";

/**
 * Opens a checkpoint; the caller moves the state. Only its audience sees it in the records,
 * which commit to a waiting message and never contain it.
 */
export async function openCheckpoint<A extends Act>(
  call: CommandCall,
  conversation: Conversation,
  opening: Opening<A>,
): Promise<{ conversation: Conversation; checkpoint: Checkpoint<A> }> {
  const { action, asked, askedBy, rules } = opening;
  const row = cardRowOf(action);
  const { reviewId = null, pendingMessage = null } = opening;
  const { until = Number.POSITIVE_INFINITY } = opening;
  const checkpoint: Checkpoint<A> = {
    id: call.newId("checkpoint"),
    kind: TRAITS[action.act].kind,
    ...(await row.card(conversation, {
      ...opening,
      say: sayInEnglish,
      balance: () => balanceOf(call, conversation.ownerId),
    })),
    action,
    actionDigest: digestOf(action),
    rules,
    forAccountId: asked.accountId ?? "",
    openedAt: call.now,
    expiresAt:
      opening.expiresAt ?? Math.min(call.now + row.hours * HOUR_MS, until),
    status: "open",
    decidedBy: null,
    decidedActor: null,
    decidedAt: null,
    comment: null,
    edited: false,
    told: await toldBeside(call, conversation, {
      ...{ action, askedBy, forAccountId: asked.accountId ?? "" },
    }),
    askedBy,
    votes: [],
    escalatedAt: null,
    reviewId,
    pendingMessage,
  };
  recordEvent(call, conversation, "checkpoint.opened", {
    checkpointId: checkpoint.id,
    ...(reviewId !== null && { reviewId }),
    ...(pendingMessage && {
      refs: { messageId: pendingMessage.id },
      commitment: commitmentOf(pendingMessage),
    }),
    audience: askedPositions(conversation, checkpoint),
  });
  const checkpoints = [...conversation.checkpoints, checkpoint];
  return { conversation: { ...conversation, checkpoints }, checkpoint };
}

/**
 * The checkpoints that an account caused, with its current name in the conversation: on an
 * acceptance's card, and as the requester.
 */
export async function renamedCheckpoints(
  conversation: Conversation,
  accountId: string,
): Promise<readonly Checkpoint[]> {
  const { ownerId, participants, checkpoints } = conversation;
  return await Promise.all(
    checkpoints.map(async (it) => {
      const { action, rules, forAccountId } = it;
      const behind = participants.find(
        ({ address }) => address === it.askedBy.address,
      );
      if (behind?.accountId !== accountId) return it;
      const askedBy = { ...it.askedBy, name: behind.displayName };
      const asked = participants.find((at) => at.accountId === forAccountId);
      if (action.act !== "accept" || ownerId !== accountId || !asked) {
        return { ...it, askedBy };
      }
      const telling = { action, asked, askedBy, rules, say: sayInEnglish };
      const balance = () => undefined;
      const card = cardRowOf(action).card(conversation, {
        ...telling,
        balance,
      });
      return { ...it, ...(await card), askedBy };
    }),
  );
}

/** Positions of the account that a checkpoint asks. */
export function askedPositions(
  { participants }: Conversation,
  { forAccountId }: Checkpoint,
): readonly number[] {
  return participants
    .filter((it) => it.accountId === forAccountId)
    .map((it) => it.position);
}

/** Mails those for whom a checkpoint is new, if their settings say so. */
export async function tellAsked(
  call: CommandCall,
  before: Conversation,
  { id: conversationId, checkpoints }: Conversation,
): Promise<void> {
  for (const it of checkpoints) {
    if (it.status !== "open" || before.checkpoints.includes(it)) continue;
    const { forAccountId: accountId, told } = it;
    await tellNeedsYou(call, { accountId, conversationId });
    await tellBeside(call, { accountId, conversationId }, told ?? []);
  }
}

/** Tells those who may decide for an account of what waits for it. */
export async function tellBeside(
  call: CommandCall,
  asked: { readonly accountId: string; readonly conversationId: string },
  people: readonly ToldPerson[],
): Promise<void> {
  const { accountId: team, conversationId } = asked;
  for (const { accountId } of people) {
    await tellNeedsYou(call, asked, accountId);
    call.tellDevices({ accountId, team, conversationId, kind: "asks" });
  }
}

/** The answers to a checkpoint. */
export type Decision = "approve" | "decline";

/** How a checkpoint ends. */
export interface Closing {
  readonly status: Exclude<CheckpointStatus, "open">;
  readonly comment?: string | null;
  /** True if the decider changed what they approved. */
  readonly edited?: boolean;
}

/**
 * Closes one checkpoint by the caller's decision, with its record, and erases the message
 * that waited for it: it is posted now or never.
 */
export function closeCheckpoint(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  { status, comment = null, edited = false }: Closing,
): Conversation {
  const closed: Checkpoint = {
    ...checkpoint,
    status,
    comment,
    edited,
    pendingMessage: null,
    // The clock is no decider.
    decidedBy: call.member.accountId || null,
    // A superseded checkpoint has no decider.
    decidedActor: isDecided(status) ? deciderOf(call) : null,
    decidedAt: call.now,
  };
  recordEvent(call, conversation, `checkpoint.${status}`, {
    checkpointId: checkpoint.id,
    ...(edited && { refs: { edited: "true" } }),
    audience: askedPositions(conversation, checkpoint),
  });
  return {
    ...conversation,
    artifacts: withoutDropped(conversation, closed),
    checkpoints: conversation.checkpoints.map((it) =>
      it === checkpoint ? closed : it,
    ),
  };
}

/** Closes the checkpoint about an act, if one is open. */
export function closeAbout(
  call: CommandCall,
  conversation: Conversation,
  act: Act,
  closing: Closing,
): Conversation {
  const [open] = openAbout(conversation, act);
  return open
    ? closeCheckpoint(call, conversation, open, closing)
    : conversation;
}

/** Removes a file that was not approved, unless its person has sent it since. */
function withoutDropped(
  { artifacts, messages }: Conversation,
  closed: Checkpoint,
): Conversation["artifacts"] {
  if (!isAbout(closed, "artifact") || closed.status === "approved") {
    return artifacts;
  }
  const { artifactId } = closed.action;
  const isSent = messages.some(({ artifactIds }) =>
    artifactIds.includes(artifactId),
  );
  return isSent ? artifacts : artifacts.filter(({ id }) => id !== artifactId);
}

/**
 * The decider. For an operator's decision in an account's name, the record names the account.
 */
function deciderOf(call: CommandCall): Actor {
  const actor = actorOf(call);
  const { accountId } = call.member;
  return actor.kind === "operator" ? { ...actor, accountId } : actor;
}

function isDecided(status: CheckpointStatus): boolean {
  return status === "approved" || status === "declined";
}

/**
 * Supersedes the open checkpoints, which no longer matter. A refund's stays open: it is asked
 * for after the end.
 */
export function supersedeOpen(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  return conversation.checkpoints
    .filter((it) => it.status === "open" && !isAbout(it, "refund"))
    .reduce(
      (after, it) => closeCheckpoint(call, after, it, { status: "superseded" }),
      conversation,
    );
}

/** Approves the acceptance that waits for an account, if there is one. */
export function acceptIfAsked(
  call: CommandCall,
  conversation: Conversation,
  accountId: string | null,
): Conversation {
  const waiting = isTooLateToAccept(conversation, call.now)
    ? undefined
    : openAcceptance(conversation, accountId);
  return waiting
    ? closeCheckpoint(call, conversation, waiting, { status: "approved" })
    : conversation;
}
