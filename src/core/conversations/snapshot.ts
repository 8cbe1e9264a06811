import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import {
  artifacts,
  checkpoints,
  conversations,
  messages,
  participants,
  payments,
} from "../db/schema.ts";
import type { Conversation } from "./model.ts";

/**
 * Reads a whole conversation with one statement: one consistent value, and one
 * round trip on a remote database.
 */
export function snapshotQuery(orm: LibSQLDatabase) {
  return orm
    .select({
      row: conversations,
      participants: participantsJson,
      messages: messagesJson,
      artifacts: artifactsJson,
      checkpoints: checkpointsJson,
      payment: paymentJson,
    })
    .from(conversations)
    .where(eq(conversations.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
}

/** What the snapshot query gives back. */
export interface SnapshotRow {
  readonly row: typeof conversations.$inferSelect;
  readonly participants: string;
  readonly messages: string;
  readonly artifacts: string;
  readonly checkpoints: string;
  readonly payment: string | null;
}

/** Parses the row; JSON from our own database needs no check. */
export function snapshotOf(found: SnapshotRow): Conversation {
  return {
    ...found.row,
    participants: JSON.parse(found.participants),
    messages: JSON.parse(found.messages),
    artifacts: JSON.parse(found.artifacts),
    checkpoints: JSON.parse(found.checkpoints),
    payment: found.payment === null ? null : JSON.parse(found.payment),
  } as Conversation;
}

const bool = (column: SQL) => sql`json(iif(${column}, 'true', 'false'))`;

// Ordered by a subquery: a libSQL server may be too old for an aggregate's own order.
const participantsJson = sql<string>`(select json_group_array(json_object(
  'position', p.position, 'accountId', p.account_id, 'address', p.address,
  'displayName', p.display_name, 'role', p.role, 'kind', p.kind,
  'deliveryState', p.delivery_state, 'deliveryAt', p.delivery_at,
  'joinedAt', p.joined_at, 'knows', json(p.knows),
  'reached', ${bool(sql`p.reached`)}))
  from (select * from ${participants} where conversation_id = conversations.id
    order by position) p)`;

const messagesJson = sql<string>`(select json_group_array(json_object(
  'id', m.id, 'seq', m.seq, 'author', m.author, 'authorKind', m.author_kind,
  'actor', json(m.actor),
  'mode', m.mode, 'inReplyTo', m.in_reply_to, 'parts', json(m.parts),
  'artifactIds', json(m.artifact_ids), 'audience', json(m.audience),
  'salt', m.salt, 'createdAt', m.created_at))
  from (select * from ${messages} where conversation_id = conversations.id
    order by seq) m)`;

const artifactsJson = sql<string>`(select json_group_array(json_object(
  'id', a.id, 'seq', a.seq, 'name', a.name, 'mimeType', a.mime_type,
  'size', a.size, 'sha256', a.sha256, 'uri', a.uri,
  'content', a.content, 'description', a.description, 'addedBy', a.added_by,
  'addedById', a.added_by_id, 'actor', json(a.actor), 'audience', json(a.audience),
  'createdAt', a.created_at))
  from (select * from ${artifacts} where conversation_id = conversations.id
    order by seq) a)`;

const checkpointsJson = sql<string>`(select json_group_array(json_object(
  'id', k.id, 'kind', k.kind, 'title', k.title, 'summary', k.summary,
  'action', json(k.action), 'actionDigest', k.action_digest,
  'rules', json(k.rules), 'forAccountId', k.for_account_id,
  'openedAt', k.opened_at, 'expiresAt', k.expires_at, 'status', k.status,
  'decidedBy', k.decided_by,
  'decidedActor', json(k.decided_actor), 'decidedAt', k.decided_at,
  'comment', k.comment, 'askedBy', json(k.asked_by),
  'reviewId', k.review_id, 'proposal', json(k.proposal)))
  from (select * from ${checkpoints} where conversation_id = conversations.id
    order by opened_at, id) k)`;

const paymentJson = sql<string | null>`(select json_object(
  'id', y.id, 'status', y.status, 'price', y.price,
  'payerId', y.payer_id, 'payeeId', y.payee_id, 'rail', y.rail, 'heldAt', y.held_at,
  'captureBefore', y.capture_before, 'releasedAt', y.released_at,
  'voidedAt', y.voided_at, 'voidReason', y.void_reason, 'feeBps', y.fee_bps,
  'asked', y.asked, 'raises', y.raises, 'refunded', y.refunded,
  'refunds', y.refunds, 'refundedAt', y.refunded_at,
  'shortBalance', y.short_balance, 'shortAt', y.short_at)
  from ${payments} y where y.conversation_id = conversations.id)`;
