import type { Holds } from "../../audit/chain.ts";
import { sha256 } from "../../base/digest.ts";
import { rowDigest } from "../../db/row_digest.ts";
import {
  artifacts,
  checkpoints,
  conversations,
  messages,
  participants,
  payments,
} from "../../db/tables/conversation_schema.ts";
import type { Checkpoint, Conversation, Message } from "../model/model.ts";

/**
 * What a chain commits to of its conversation's rows. Left out are the salts
 * themselves, what is one viewer's own flag or label, copies of the conversation's times, and
 * that a card is packed.
 */
export const DIGESTS = {
  conversation: rowDigest(conversations, ["auditSalt"]),
  participant: rowDigest(participants, [
    "conversationId",
    "unread",
    "archived",
    "snoozedUntil",
    "views",
    "labels",
    "version",
    "updatedAt",
    "stateAt",
  ]),
  /** All of a message but its place and time, which a pending one does not have. */
  message: rowDigest(messages, ["conversationId", "salt", "seq", "createdAt"]),
  artifact: rowDigest(artifacts, ["conversationId"]),
  checkpoint: rowDigest(checkpoints, ["conversationId", "card"]),
  payment: rowDigest(payments, ["conversationId"]),
} as const;

/** How the rows of a conversation are named in what its chain commits to. */
export const NAMES = {
  conversation: "conversation",
  payment: "payment",
  participant: (position: number) => `participant ${position}`,
  message: (seq: number) => `message ${seq}`,
  artifact: (seq: number) => `file ${seq}`,
  checkpoint: (id: string) => `checkpoint ${id}`,
} as const;

type Said = Omit<Message, "seq" | "createdAt">;

/** A message is saved after it was recorded: both commit to it, once computed. */
const commitments = new WeakMap<Said, string>();

/**
 * What is recorded of a message: a digest of all that it says, by whom and to whom.
 * Its salt lies beside it and is erased with it.
 */
export function commitmentOf(message: Said): string {
  const known = commitments.get(message);
  if (known !== undefined) return known;
  const made = DIGESTS.message.of(message.salt, message);
  commitments.set(message, made);
  return made;
}

/** The digest of a message's row. */
export function messageDigest(
  commitment: string,
  { seq, createdAt }: Pick<Message, "seq" | "createdAt">,
): string {
  return sha256(`${commitment} ${seq} ${createdAt}`);
}

/** The digest of a checkpoint's row: of a message that waits, its commitment. */
export function checkpointDigest(
  salt: string,
  { pendingMessage, ...row }: Pick<Checkpoint, "pendingMessage">,
): string {
  const waits = pendingMessage && commitmentOf(pendingMessage);
  return DIGESTS.checkpoint.of(salt, { ...row, proposal: waits });
}

/**
 * Digests of the rows that a save writes: of all, where the chain committed to none
 * before.
 */
export function heldOf(
  before: Conversation | null,
  after: Conversation,
  salt: string,
): Holds {
  const known = before?.auditSalt === salt ? before : null;
  const { conversation, participant, artifact, payment } = DIGESTS;
  const held: Record<string, string | null> = {
    [NAMES.conversation]: conversation.of(salt, after),
  };
  for (const [position, it] of after.participants.entries()) {
    if (known?.participants[position] === it) continue;
    held[NAMES.participant(position)] = participant.of(salt, it);
  }
  const participantCount = after.participants.length;
  for (const { position } of known?.participants.slice(participantCount) ??
    []) {
    held[NAMES.participant(position)] = null;
  }
  for (const [index, it] of after.messages.entries()) {
    if (known?.messages[index] === it) continue;
    held[NAMES.message(it.seq)] = messageDigest(commitmentOf(it), it);
  }
  const files = new Set(known?.artifacts);
  for (const it of after.artifacts) {
    if (files.delete(it)) continue;
    held[NAMES.artifact(it.seq)] = artifact.of(salt, it);
  }
  for (const { seq } of files) held[NAMES.artifact(seq)] = null;
  const asked = new Set(known?.checkpoints);
  for (const it of after.checkpoints) {
    if (asked.has(it)) continue;
    held[NAMES.checkpoint(it.id)] = checkpointDigest(salt, it);
  }
  if (after.payment && after.payment !== known?.payment) {
    held[NAMES.payment] = payment.of(salt, after.payment);
  }
  return held;
}
