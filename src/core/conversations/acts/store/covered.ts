import type { Rows } from "../../../audit/chain.ts";
import { sha256 } from "../../../base/digest.ts";
import { rowDigest } from "../../../db/row_digest.ts";
import {
  artifacts,
  checkpoints,
  conversations,
  messages,
  payments,
} from "../../../db/tables/conversation_schema.ts";
import type {
  Artifact,
  Checkpoint,
  Conversation,
  Message,
  Participant,
} from "../../model/model.ts";

/**
 * Columns of a conversation's rows that its chain commits to, as evidence. Records leave out
 * what is only shown or can be derived.
 */
export const COVERED = {
  conversation: rowDigest(conversations, [
    "fromAddress",
    "milestones",
    "order",
    "ownerId",
    "price",
    "proposals",
    "quoteId",
    "rail",
    "receipt",
    "release",
    "releaseAction",
    "state",
    "stateReason",
    "stateReasonBy",
    "terms",
    "title",
  ]),
  /** A message without place and time, which a pending one does not have. */
  message: rowDigest(messages, [
    "a2a",
    "actor",
    "artifactIds",
    "asksFirst",
    "audience",
    "author",
    "authorKind",
    "id",
    "inReplyTo",
    "mode",
    "parts",
  ]),
  artifact: rowDigest(artifacts, [
    "actor",
    "addedBy",
    "addedById",
    "audience",
    "createdAt",
    "description",
    "id",
    "mimeType",
    "name",
    "sha256",
    "size",
    "uri",
  ]),
  /** The digest stands for the action. */
  checkpoint: rowDigest(checkpoints, [
    "actionDigest",
    "askedBy",
    "comment",
    "decidedActor",
    "decidedAt",
    "decidedBy",
    "edited",
    "escalatedAt",
    "expiresAt",
    "forAccountId",
    "id",
    "kind",
    "openedAt",
    "proposal",
    "reviewId",
    "rules",
    "status",
    "summary",
    "title",
    "votes",
  ]),
  payment: rowDigest(payments, [
    "asked",
    "captureBefore",
    "feeBps",
    "heldAt",
    "id",
    "parts",
    "payeeId",
    "payerId",
    "price",
    "rail",
    "raises",
    "reclaim",
    "refunded",
    "refundedAt",
    "refunds",
    "released",
    "releasedAt",
    "returned",
    "settlements",
    "status",
    "terms",
    "voidReason",
    "voidedAt",
  ]),
} as const;

/** The columns of a participant that are covered. */
export const PARTICIPANT = [
  "position",
  "address",
  "accountId",
  "role",
  "kind",
] as const;

/** The names of a conversation's rows in the chain's commitments. */
export const NAMES = {
  conversation: "conversation",
  payment: "payment",
  participants: "participants",
  message: (seq: number) => `message ${seq}`,
  artifact: (seq: number) => `file ${seq}`,
  checkpoint: (id: string) => `checkpoint ${id}`,
} as const;

/** The digest of all participants, in the order of their positions. */
export function participantsDigest(
  salt: string,
  participants: readonly Pick<Participant, (typeof PARTICIPANT)[number]>[],
): string {
  return sha256(salt + participants.map(addressed).join("\n"));
}

function addressed(
  participant: Pick<Participant, (typeof PARTICIPANT)[number]>,
): string {
  return JSON.stringify(PARTICIPANT.map((name) => participant[name]));
}

type Said = Omit<Message, "seq" | "createdAt">;

/**
 * The recorded digest of a message: its content, author and recipients. Its salt is stored
 * with it and erased with it.
 */
export function commitmentOf(message: Said): string {
  return COVERED.message.of(message.salt, message);
}

/** The recorded digest of a file: of its bytes, or of the address of a hosted one. */
export function fileCommitment({
  id,
  sha256: digest,
}: Pick<Artifact, "id" | "sha256">): string {
  return sha256(id + digest);
}

/** The digest of a message's row. */
export function messageDigest(
  commitment: string,
  { seq, createdAt }: Pick<Message, "seq" | "createdAt">,
): string {
  return sha256(`${commitment} ${seq} ${createdAt}`);
}

/** The digest of a checkpoint's row, with the commitment of a waiting message. */
export function checkpointDigest(
  salt: string,
  { pendingMessage, ...row }: Pick<Checkpoint, "pendingMessage">,
): string {
  const waits = pendingMessage && commitmentOf(pendingMessage);
  return COVERED.checkpoint.of(salt, { ...row, proposal: waits });
}

/**
 * Digests of the rows that a save writes; of all rows if the chain had no commitment before.
 */
export function coveredRows(
  before: Conversation | null,
  after: Conversation,
  salt: string,
): Rows {
  const { conversation, artifact, payment } = COVERED;
  const rows: Record<string, string | null> = {
    [NAMES.conversation]: conversation.of(salt, after),
  };
  if (!isSamePeople(before, after)) {
    rows[NAMES.participants] = participantsDigest(salt, after.participants);
  }
  for (const [index, it] of after.messages.entries()) {
    if (before?.messages[index] === it) continue;
    rows[NAMES.message(it.seq)] = messageDigest(commitmentOf(it), it);
  }
  const files = new Set(before?.artifacts);
  const added = after.artifacts.filter((it) => !files.delete(it));
  for (const { seq } of files) rows[NAMES.artifact(seq)] = null;
  for (const it of added) rows[NAMES.artifact(it.seq)] = artifact.of(salt, it);
  const asked = new Set(before?.checkpoints);
  for (const it of after.checkpoints) {
    if (asked.has(it)) continue;
    rows[NAMES.checkpoint(it.id)] = checkpointDigest(salt, it);
  }
  if (after.payment && after.payment !== before?.payment) {
    rows[NAMES.payment] = payment.of(salt, after.payment);
  }
  return rows;
}

function isSamePeople(
  before: Conversation | null,
  { participants }: Conversation,
): boolean {
  const known = before?.participants;
  return (
    known?.length === participants.length &&
    participants.every((it, place) => {
      const old = known[place];
      return (
        old === it || (old !== undefined && addressed(old) === addressed(it))
      );
    })
  );
}
