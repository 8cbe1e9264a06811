import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { LIMITS } from "../../../base/limits.ts";
import {
  artifacts,
  checkpoints,
  conversations,
  messages,
  participants,
  payments,
} from "../../../db/tables/conversation_schema.ts";
import { readAction } from "../../model/acts.ts";
import type { Checkpoint, Conversation, Message } from "../../model/model.ts";
import { LEFT_OUT } from "../../model/parts.ts";
import { FRAME_BYTES } from "./window.ts";

/**
 * Reads a conversation with its newest messages in one statement, as one consistent value.
 */
export function newestQuery(orm: LibSQLDatabase) {
  return query(orm, messagesJson(NEWEST));
}

/** The same with all its messages: cheapest for a short thread. */
export function wholeQuery(orm: LibSQLDatabase) {
  return query(orm, ALL_MESSAGES);
}

/** The same with other messages than the newest. */
export function pageQuery(orm: LibSQLDatabase) {
  return query(orm, messagesJson(PAGE));
}

/** The size and number of a conversation's newest messages. */
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

/** The row that the query returns. */
export interface SnapshotRow {
  readonly row: typeof conversations.$inferSelect;
  readonly participants: string;
  readonly messages: string;
  readonly artifacts: string;
  readonly checkpoints: string;
  readonly payment: string | null;
}

/** Parses the row; of our own stored JSON, only the parts that vary are checked. */
export function snapshotOf(found: SnapshotRow): Conversation {
  const listed: readonly (Message | Frame)[] = JSON.parse(found.messages);
  const messages = listed.map((it) =>
    "parts" in it ? it : { ...NO_CONTENT, ...it },
  );
  return {
    ...found.row,
    participants: JSON.parse(found.participants),
    messages,
    newestFrom: newestFrom(messages),
    artifacts: JSON.parse(found.artifacts),
    checkpoints: checkpointsOf(found),
    payment: found.payment === null ? null : JSON.parse(found.payment),
    shown: new Map(),
  } as Conversation;
}

/** The number from which all newest messages are loaded. */
function newestFrom(messages: readonly Message[]): number {
  const last = messages.at(-1);
  if (!last) return 1;
  let from = last.seq + 1;
  for (const { seq, parts } of messages.toReversed()) {
    if (seq !== from - 1 || parts === LEFT_OUT) break;
    from = seq;
  }
  return from;
}

function checkpointsOf(found: SnapshotRow): readonly Checkpoint[] {
  const stored: readonly StoredCheckpoint[] = JSON.parse(found.checkpoints);
  return stored.map((it) => ({ ...it, action: readAction(it.action) }));
}

interface StoredCheckpoint extends Omit<Checkpoint, "action"> {
  readonly action: unknown;
}

/** The parts of a message without content that others depend on. */
type Frame = Omit<Message, keyof typeof NO_CONTENT>;

const NO_CONTENT = { actor: null, a2a: null, parts: LEFT_OUT, salt: "" };

const bool = (column: SQL) => sql`json(iif(${column}, 'true', 'false'))`;

// Ordered by a subquery: an old libSQL server has no ordered aggregates.
const participantsJson = sql<string>`(select json_group_array(json_object(
  'position', p.position, 'accountId', p.account_id, 'address', p.address,
  'displayName', p.display_name, 'role', p.role, 'kind', p.kind,
  'deliveryState', p.delivery_state, 'deliveryAt', p.delivery_at,
  'joinedAt', p.joined_at, 'remote', json(p.remote), 'knows', json(p.knows),
  'knowsAs', json(p.knows_as),
  'reached', ${bool(sql`p.reached`)}))
  from (select * from ${participants} where conversation_id = conversations.id
    order by position) p)`;

const frameJson = sql`'id', m.id, 'seq', m.seq, 'author', m.author,
  'authorKind', m.author_kind, 'mode', m.mode, 'inReplyTo', m.in_reply_to,
  'artifactIds', json(m.artifact_ids), 'audience', json(m.audience),
  'asksFirst', ${bool(sql`m.asks_first`)}, 'createdAt', m.created_at`;
const messageJson = sql`json_object(${frameJson}, 'actor', json(m.actor),
  'parts', json(m.parts), 'a2a', json(m.a2a),
  'salt', iif(typeof(m.salt) = 'blob', lower(hex(m.salt)), m.salt))`;

const value = sql.placeholder;
const tally = sql`(select tally from ${conversations} where id = ${value("id")})`;
const NEWEST = sql`seq > coalesce(${tally} ->> '$.count' - ${value("count")}, 0)`;
const PAGE = sql`seq in (select value from json_each(${value("page")}))`;

// The newest checkpoints, those that the tally keeps, and the named ones.
const atHand = sql`(
  select id from (select id from ${checkpoints} where conversation_id = ${value("id")}
    order by id desc limit ${sql.raw(String(LIMITS.checkpointsReadMax))})
  union select value from json_each(${tally}, '$.asked')
  union select id from ${checkpoints} where id in (select value from json_each(${value("names")}))
    and +conversation_id = ${value("id")})`;

// Each part is found by a key, so that a long thread costs only what is read. Content is
// read up to the given length of a stretch, and of the first message, the viewer's newest,
// and those that are named or wait.
function messagesJson(stretch: SQL): SQL<string> {
  const id = value("id");
  const inId = sql`conversation_id = ${id}`;
  // Use the index on the id; do not scan the thread.
  const here = sql`+conversation_id = ${id}`;
  const asked = sql`select action ->> '$.messageId' as id from ${checkpoints} where id in ${atHand}`;
  return sql<string>`(with
    stretch as (select seq, in_reply_to, sum(length(parts) + coalesce(length(a2a), 0) + ${sql.raw(String(FRAME_BYTES))}) over (order by seq desc) as bytes
      from ${messages} where ${inId} and ${stretch}),
    names as (select value as id from json_each(${value("names")})),
    named as (
      select seq, in_reply_to from ${messages} where id in names and ${here}
      union select seq, in_reply_to from ${messages} where ${inId} and a2a is not null and a2a ->> '$.messageId' in names),
    told as (select in_reply_to as id from stretch union select in_reply_to from named union ${asked}),
    wanted as (
      select seq from stretch union select seq from named union select 1
      union select value from json_each(${tally}, '$.kept')
      union select value ->> '$.last' from json_each(${tally}, '$.seen')
      union select value ->> '$.other' from json_each(${tally}, '$.seen')
      union select seq from ${messages} where id in told and ${here}),
    whole as (
      select seq from stretch where bytes <= ${value("bytes")}
      union select max(seq) from stretch
      union select seq from named union select 1
      union select ${tally} ->> ('$.seen[' || cast(${value("position")} as integer) || '].last')
      union select seq from ${messages} where id in (${asked} and status = 'open') and ${here})
    select json_group_array(json(iif(m.seq in whole, ${messageJson}, json_object(${frameJson}))))
    from (select * from ${messages} where ${inId} and seq in wanted order by seq) m)`;
}

const ALL_MESSAGES = sql<string>`(select json_group_array(${messageJson})
  from (select * from ${messages} where conversation_id = ${value("id")} order by seq) m)`;

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
  'comment', k.comment, 'edited', ${bool(sql`k.edited`)}, 'askedBy', json(k.asked_by),
  'told', json(k.told), 'votes', json(k.votes), 'escalatedAt', k.escalated_at,
  'reviewId', k.review_id, 'pendingMessage', json(k.proposal)))
  from (select * from ${checkpoints} where id in ${atHand} order by id) k)`;

const paymentJson = sql<string | null>`(select json_object(
  'id', y.id, 'status', y.status, 'price', y.price,
  'payerId', y.payer_id, 'payeeId', y.payee_id, 'rail', y.rail, 'heldAt', y.held_at,
  'captureBefore', y.capture_before, 'releasedAt', y.released_at,
  'voidedAt', y.voided_at, 'voidReason', y.void_reason, 'feeBps', y.fee_bps,
  'asked', y.asked, 'raises', y.raises,
  'released', y.released, 'returned', y.returned, 'parts', y.parts, 'refunded', y.refunded,
  'refunds', y.refunds, 'refundedAt', y.refunded_at,
  'shortBalance', y.short_balance, 'shortAt', y.short_at,
  'terms', json(y.terms), 'pendingAt', y.pending_at,
  'settlements', json(y.settlements), 'reclaim', json(y.reclaim))
  from ${payments} y where y.conversation_id = conversations.id)`;
