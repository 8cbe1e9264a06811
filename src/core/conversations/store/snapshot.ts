import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { LIMITS } from "../../base/limits.ts";
import {
  artifacts,
  checkpoints,
  conversations,
  messages,
  participants,
  payments,
} from "../../db/tables/conversation_schema.ts";
import { readAction } from "../model/acts.ts";
import type { Checkpoint, Conversation, Message } from "../model/model.ts";
import { FRAME_BYTES, LEFT_OUT } from "./window.ts";

/** Reads a whole conversation with one statement: one consistent value. */
export function snapshotQuery(orm: LibSQLDatabase) {
  return query(orm, messagesJson);
}

/** How much the newest messages of a conversation hold, and how many there are. */
export function sizeQuery(orm: LibSQLDatabase) {
  const newest = sql`(select seq, parts from ${messages} where conversation_id = ${sql.placeholder("id")} order by seq desc limit ${LIMITS.nearMessagesMax})`;
  return orm
    .select({
      last: sql<number>`coalesce(max(seq), 0)`,
      chars: sql<number>`coalesce(sum(length(parts)), 0)`,
    })
    .from(newest)
    .prepare();
}

/**
 * The same, but of the messages that a viewer is not shown all but the content: who
 * reads the end of a long thread does not pay for the whole of it. Not to decide by.
 */
export function outlineQuery(orm: LibSQLDatabase) {
  return query(orm, outlinedJson);
}

/** The same without messages, for reads that need none. */
export function frameQuery(orm: LibSQLDatabase) {
  return query(orm, sql<string>`'[]'`);
}

function query(orm: LibSQLDatabase, messagesOf: SQL<string>) {
  return orm
    .select({
      row: conversations,
      participants: participantsJson,
      messages: messagesOf,
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

/** Parses the row; of the JSON that we stored only what varies is checked. */
export function snapshotOf(found: SnapshotRow): Conversation {
  return {
    ...found.row,
    participants: JSON.parse(found.participants),
    messages: JSON.parse(found.messages),
    artifacts: JSON.parse(found.artifacts),
    checkpoints: checkpointsOf(found),
    payment: found.payment === null ? null : JSON.parse(found.payment),
  } as Conversation;
}

function checkpointsOf(found: SnapshotRow): readonly Checkpoint[] {
  const stored: readonly (Checkpoint & { readonly action: unknown })[] =
    JSON.parse(found.checkpoints);
  return stored.map((it) => ({ ...it, action: readAction(it.action) }));
}

/** A conversation of which some messages may have no content; true if all have. */
export function outlineOf(found: SnapshotRow): {
  readonly conversation: Conversation;
  readonly isWhole: boolean;
} {
  const listed: readonly (Message | Frame)[] = JSON.parse(found.messages);
  const messages = listed.map((it) =>
    "parts" in it ? it : { ...BLANK, ...it },
  );
  const isWhole = !messages.some(({ parts }) => parts === LEFT_OUT);
  const conversation = {
    ...snapshotOf({ ...found, messages: "[]" }),
    messages,
  };
  return { conversation, isWhole };
}

/** What of a message that is not shown decides about others. */
type Frame = Pick<
  Message,
  | "id"
  | "seq"
  | "author"
  | "artifactIds"
  | "audience"
  | "asksFirst"
  | "createdAt"
>;

const BLANK: Omit<Message, keyof Frame> = {
  authorKind: "person",
  actor: null,
  mode: "reply",
  inReplyTo: null,
  a2a: null,
  parts: LEFT_OUT,
  salt: "",
};

const bool = (column: SQL) => sql`json(iif(${column}, 'true', 'false'))`;

// Ordered by a subquery: a libSQL server may be too old for an aggregate's own order.
const participantsJson = sql<string>`(select json_group_array(json_object(
  'position', p.position, 'accountId', p.account_id, 'address', p.address,
  'displayName', p.display_name, 'role', p.role, 'kind', p.kind,
  'deliveryState', p.delivery_state, 'deliveryAt', p.delivery_at,
  'joinedAt', p.joined_at, 'knows', json(p.knows),
  'knowsAs', json(p.knows_as),
  'reached', ${bool(sql`p.reached`)}))
  from (select * from ${participants} where conversation_id = conversations.id
    order by position) p)`;

const frameJson = sql`'id', m.id, 'seq', m.seq, 'author', m.author,
  'artifactIds', json(m.artifact_ids), 'audience', json(m.audience),
  'asksFirst', ${bool(sql`m.asks_first`)}, 'createdAt', m.created_at`;
const messageJson = sql`json_object(${frameJson}, 'authorKind', m.author_kind,
  'actor', json(m.actor), 'mode', m.mode, 'inReplyTo', m.in_reply_to,
  'parts', json(m.parts), 'a2a', json(m.a2a), 'salt', m.salt)`;

const messagesJson = sql<string>`(select json_group_array(${messageJson})
  from (select * from ${messages} where conversation_id = conversations.id
    order by seq) m)`;

// The newest, as far as the number of those that the viewer reads and the length of
// all go, and the first that is read always; nothing from `before` on. A card shows
// the very first message of all, or the question that waits.
const isShown = sql`w.is_older and (w.rank <= ${sql.placeholder("count")} and w.bytes <= ${sql.placeholder("bytes")} or w.is_read and w.rank = 1) or m.seq = 1 or exists (select 1 from ${checkpoints} k where k.conversation_id = conversations.id and k.status = 'open' and k.action ->> '$.messageId' = m.id)`;
// Looked up once, not for each message.
const end = sql`(select coalesce((select b.seq from ${messages} b where b.conversation_id = conversations.id and b.id = ${sql.placeholder("before")}), 9e15) as at)`;
const isRead = sql`is_older and (audience is null or exists (select 1 from json_each(audience) where value = ${sql.placeholder("position")}))`;

const outlinedJson = sql<string>`(select json_group_array(json(iif(${isShown}, ${messageJson}, json_object(${frameJson}))))
  from (select seq, is_older, is_read, sum(is_read) over newest_first as rank,
      sum(length) over newest_first as bytes
    from (select seq, is_older, is_older * (length(parts) + coalesce(length(a2a), 0) + ${FRAME_BYTES}) as length,
        ${isRead} as is_read
      from (select seq, parts, a2a, audience, seq < until.at as is_older
        from ${end} until cross join ${messages} where conversation_id = conversations.id))
    window newest_first as (order by seq desc) order by seq) w
  join ${messages} m on m.conversation_id = conversations.id and m.seq = w.seq)`;

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
  'reviewId', k.review_id, 'pendingMessage', json(k.proposal)))
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
