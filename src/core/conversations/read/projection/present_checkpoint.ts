import type { Actor, ActorView } from "../../../access/actor.ts";
import { presentActor } from "../../../access/actor.ts";
import type { QueryCall, Settings } from "../../../access/context.ts";
import { showTime } from "../../../base/time.ts";
import type { Say } from "../../../base/words/say.ts";
import { saidRules } from "../../../review/said_rule.ts";
import type { Subject } from "../../acts/checkpoints/subject.ts";
import { subjectOf } from "../../acts/checkpoints/subject.ts";
import { actRowOf } from "../../acts/decisions/table.ts";
import { canReadFile } from "../../model/audience.ts";
import type { CheckpointView } from "../../model/checkpoint_schema.ts";
import type { Checkpoint, Conversation, Requester } from "../../model/model.ts";
import { textOf } from "../../model/parts.ts";
import {
  actorKindOf,
  presentDecider,
} from "../../model/shown/present_actor.ts";
import { trustOf } from "../../model/shown/trust.ts";
import { presentMoves } from "../../model/turn/moves.ts";
import { whereabouts } from "./present_artifact.ts";

/** The settings and the language, which showing a conversation needs. */
export type Showing = Pick<QueryCall, "settings" | "say" | "now">;

/**
 * A checkpoint for the person it asks: everything that will happen, and the effect of each
 * answer. For other viewers may_decide.ts narrows it.
 */
export function presentCheckpoint(
  { settings, say }: Showing,
  conversation: Conversation,
  it: Checkpoint,
): CheckpointView {
  const subject = subjectOf(conversation, it);
  const isOpen = it.status === "open";
  const decidedActor = presentDecider(conversation, it, say);
  return {
    checkpointId: it.id,
    kind: it.kind,
    act: it.action.act,
    title: it.title,
    summary: it.summary,
    action: it.action,
    actionDigest: it.actionDigest,
    rules: saidRules(it.rules, say),
    askedBy: presentRequester(subject, it.askedBy, say),
    ...(it.reviewId !== null && { reviewId: it.reviewId }),
    proposal: proposalOf(settings, subject),
    outcomes: actRowOf(it).outcomes(subject, say),
    forAccountId: it.forAccountId,
    ...(it.told && {
      asked: it.told.map(({ accountId: _id, at, ...who }) => ({
        ...who,
        at: showTime(at),
      })),
    }),
    mayDecide: isOpen,
    mayDecline: isOpen,
    allowed: isOpen ? ["approve", "decline"] : [],
    ...(it.escalatedAt !== null && { escalatedAt: showTime(it.escalatedAt) }),
    openedAt: showTime(it.openedAt),
    expiresAt: showTime(it.expiresAt),
    status: it.status,
    ...decisionOf(it, decidedActor, say),
    ...(it.decidedBy !== null && { decidedBy: it.decidedBy }),
    ...(decidedActor && { decidedActor }),
    ...(it.decidedAt !== null && { decidedAt: showTime(it.decidedAt) }),
    ...(it.comment !== null && { comment: it.comment }),
  };
}

/** The requester in words for the person who is asked, with the service's facts. */
function presentRequester(
  { conversation, asked }: Subject,
  requester: Requester,
  say: Say,
): NonNullable<CheckpointView["askedBy"]> {
  const { address, name, kind, credentialId } = requester;
  const participant = conversation.participants.find(
    (it) => it.address === address,
  );
  const actor: Actor = {
    kind: actorKindOf(kind),
    ...(participant?.accountId && { accountId: participant.accountId }),
    ...(credentialId !== undefined && { credentialId, name }),
  };
  const holder = participant?.displayName ?? name;
  const reader = { viewerId: asked.accountId, holder };
  const { label } = presentActor(actor, reader, say);
  return {
    ...requester,
    label,
    ...(participant && { trust: trustOf(conversation, participant, asked) }),
  };
}

/**
 * The message to decide about. After the decision its text is in the thread under the
 * message's id, or was dropped.
 */
function proposalOf(
  settings: Pick<Settings, "baseUrl">,
  subject: Subject,
): CheckpointView["proposal"] {
  const { conversation, checkpoint, asked } = subject;
  const { message, words, reason, money, contact, ...facts } =
    actRowOf(checkpoint).facts(subject);
  const { files = [], recipients = [], ...flags } = facts;
  const text = message ? textOf(message.parts) : words;
  const isWhole = checkpoint.status === "open";
  const readable = files.filter((it) =>
    canReadFile(conversation, it, asked.position),
  );
  return {
    ...(message && { messageId: message.id, mode: message.mode }),
    ...(message &&
      message.inReplyTo !== null && { inReplyTo: message.inReplyTo }),
    ...(isWhole && text !== undefined && { text }),
    ...(isWhole && message && { parts: [...message.parts] }),
    ...(isWhole && message?.a2a && { a2a: message.a2a }),
    artifactIds: readable.map(({ id }) => id),
    artifacts: readable.map((file) => ({
      artifactId: file.id,
      name: file.name,
      mimeType: file.mimeType,
      ...whereabouts(settings, conversation, file),
    })),
    recipients: recipients.map(({ address, displayName, kind, role }) => ({
      address,
      displayName,
      kind,
      role,
    })),
    ...(reason !== undefined && { reason }),
    ...(money && { money: presentMoves(conversation, money) }),
    ...flags,
    ...(contact && { contact }),
  };
}

/** A checkpoint without the words of a message that it names by id. Pure. */
export function withoutSaid(
  shown: CheckpointView,
  isSaid: (messageId: string) => boolean,
): CheckpointView {
  const { text, parts, a2a, ...proposal } = shown.proposal;
  const { messageId } = proposal;
  return messageId !== undefined && isSaid(messageId)
    ? { ...shown, proposal }
    : shown;
}

function decisionOf(
  it: Checkpoint,
  actor: ActorView | undefined,
  say: Say,
): Pick<CheckpointView, "decision"> {
  const { status, decidedAt, comment, edited } = it;
  if (status === "open") return {};
  return {
    decision: {
      outcome: status,
      effect: edited
        ? say`It was sent as its person changed it.`
        : say.of(actRowOf(it).happened[status]),
      ...(edited && { edited }),
      ...(actor && { actor }),
      ...(decidedAt !== null && { at: showTime(decidedAt) }),
      ...(comment !== null && { comment }),
    },
  };
}
