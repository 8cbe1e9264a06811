/**
 * Conversations and their parts. For all table files: each index costs a page of the log on
 * every append, so there is one only where a query needs it. Times are milliseconds since the
 * epoch, money is micro-USDC, lists that are never queried are JSON.
 */
import { sql } from "drizzle-orm";
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { hexText } from "./hex_text.ts";
import { VIEW_BITS } from "./view_bits.ts";

export const conversations = sqliteTable(
  "conversations",
  {
    id: text().primaryKey(),
    contextId: text("context_id").notNull(),
    ownerId: text("owner_id").notNull(),
    title: text().notNull(),
    state: text().notNull(),
    stateReason: text("state_reason"),
    stateReasonBy: text("state_reason_by", { mode: "json" }),
    stateAt: integer("state_at").notNull(),
    previousState: text("previous_state"),
    version: integer().notNull(),
    fromAddress: text("from_address").notNull(),
    fromName: text("from_name").notNull(),
    contactType: text("contact_type").notNull(),
    /** The rail that holds its price. */
    rail: text({ enum: ["ledger", "x402"] })
      .notNull()
      .default("ledger"),
    release: text().notNull(),
    releaseAction: text("release_action", { mode: "json" }),
    releaseChosen: integer("release_chosen", { mode: "boolean" }),
    price: integer().notNull(),
    firstUse: integer("first_use", { mode: "boolean" }),
    quoteId: text("quote_id"),
    order: text("ordered", { mode: "json" }),
    /** For a draft: its scheduled time, or why it was not sent. */
    sending: text({ mode: "json" }),
    proposals: text({ mode: "json" }),
    /** Deadlines and other terms of the work; null without any. */
    terms: text({ mode: "json" }),
    milestones: text({ mode: "json" }),
    receipt: text({ mode: "json" }),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Blinds the digests of its rows; null until its chain commits to them. */
    auditSalt: hexText("audit_salt").notNull(),
    tally: text({ mode: "json" }).notNull(),
  },
  (table) => [
    index("conversations_context").on(table.contextId),
    // Those that wait for money, for their time or for a deadline; others cost nothing here.
    index("conversations_unpaid")
      .on(table.stateAt, table.id)
      .where(sql`state = 'auth-required'`),
    index("conversations_to_send")
      .on(sql`sending ->> '$.at'`, table.id)
      .where(sql`sending is not null`),
    index("conversations_due")
      .on(sql`terms ->> '$.next'`, table.id)
      .where(sql`terms ->> '$.next' is not null`),
    check("price_not_negative", sql`${table.price} >= 0`),
  ],
);

export const participants = sqliteTable(
  "participants",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id),
    position: integer().notNull(),
    accountId: text("account_id"),
    address: text().notNull(),
    displayName: text("display_name").notNull(),
    role: text().notNull(),
    kind: text().notNull(),
    deliveryState: text("delivery_state").notNull(),
    deliveryAt: integer("delivery_at").notNull(),
    joinedAt: integer("joined_at"),
    /** Their task at another service; null for an inbox here and for a mailbox. */
    remote: text({ mode: "json" }),
    /** Positions of the participants this one had as contacts on submit. */
    knows: text({ mode: "json" }).$type<readonly number[]>().notNull(),
    /** Their types, by position; null if not stored yet. */
    knowsAs: text("knows_as", { mode: "json" }).notNull(),
    /** True from the moment the conversation reached this participant. */
    reached: integer({ mode: "boolean" }).notNull(),
    unread: integer({ mode: "boolean" }).notNull(),
    archived: integer({ mode: "boolean" }).notNull(),
    /** The end of the viewer's snooze; 0 until it changes, null without one. */
    snoozedUntil: integer("snoozed_until"),
    /** The viewer's views of it, one bit each; 0 until it has reached an account. */
    views: integer().notNull().default(0),
    /** Ids of the viewer's labels on it; null without any. A deleted label may remain. */
    labels: text({ mode: "json" }).$type<readonly string[]>(),
    /** Copies of the conversation's columns: a viewer's row is one point read. */
    version: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
    stateAt: integer("state_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.position] }),
    // A viewer's row is one of the few of its conversation, so the key finds it. One range
    // for each view, with the rows whose bit is set. Rows of the same time are sorted on
    // reading.
    ...Object.entries(VIEW_BITS).map(([view, bit]) =>
      index(`participants_${view}`)
        .on(table.accountId, table.updatedAt)
        .where(sql.raw(`views & ${bit}`)),
    ),
    index("participants_tasks")
      .on(table.accountId, table.stateAt)
      .where(sql`views <> 0`),
    // Conversations whose snooze ends by time; others cost nothing here.
    index("participants_to_wake")
      .on(table.snoozedUntil, table.accountId)
      .where(sql`snoozed_until > 0`),
    // Conversations that wait for one of the service's own agents; others cost nothing here.
    index("participants_for_agents")
      .on(table.accountId, table.conversationId)
      .where(sql`kind = 'service' and unread = 1 and reached = 1`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    id: text().notNull(),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id),
    seq: integer().notNull(),
    author: integer().notNull(),
    authorKind: text("author_kind").notNull(),
    /** The actor who wrote it. */
    actor: text({ mode: "json" }).notNull(),
    mode: text().notNull(),
    inReplyTo: text("in_reply_to"),
    parts: text({ mode: "json" }).notNull(),
    artifactIds: text("artifact_ids", { mode: "json" }).notNull(),
    /** Positions that may read it; null is every participant. */
    audience: text({ mode: "json" }).$type<readonly number[] | null>(),
    /** True for a question before an acceptance. */
    asksFirst: integer("asks_first", { mode: "boolean" })
      .notNull()
      .default(false),
    /** The fields of the sender's A2A client; null for other messages. */
    a2a: text({ mode: "json" }),
    salt: hexText().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.seq] }),
    // Ids grow with time, so new rows go to its end.
    index("messages_id").on(table.id),
    index("messages_a2a_id")
      .on(table.conversationId, sql`a2a ->> '$.messageId'`)
      .where(sql`a2a is not null`),
  ],
);

export const artifacts = sqliteTable(
  "artifacts",
  {
    id: text().notNull(),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id),
    seq: integer().notNull(),
    name: text().notNull(),
    mimeType: text("mime_type").notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    uri: text(),
    /** The kind that its bytes reveal, whatever its name; null if none. */
    content: text({ enum: ["program", "active"] }),
    description: text(),
    addedBy: integer("added_by").notNull(),
    addedById: text("added_by_id").notNull(),
    actor: text({ mode: "json" }).notNull(),
    audience: text({ mode: "json" }).$type<readonly number[] | null>(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.seq] })],
);

export const artifactBytes = sqliteTable("artifact_bytes", {
  artifactId: text("artifact_id").primaryKey(),
  bytes: blob({ mode: "buffer" }).notNull(),
});

export const checkpoints = sqliteTable(
  "checkpoints",
  {
    id: text().primaryKey(),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id),
    kind: text().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    action: text({ mode: "json" }).notNull(),
    actionDigest: text("action_digest").notNull(),
    rules: text({ mode: "json" }).notNull(),
    forAccountId: text("for_account_id").notNull(),
    openedAt: integer("opened_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    status: text().notNull(),
    decidedBy: text("decided_by"),
    decidedActor: text("decided_actor", { mode: "json" }),
    decidedAt: integer("decided_at"),
    comment: text(),
    edited: integer({ mode: "boolean" }).notNull().default(false),
    /** The people who were told besides those of the account. */
    told: text({ mode: "json" }),
    askedBy: text("asked_by", { mode: "json" }).notNull(),
    reviewId: text("review_id"),
    votes: text({ mode: "json" }).notNull().default(sql`'[]'`),
    escalatedAt: integer("escalated_at"),
    /** A message that waits for the decision; erased with it. */
    proposal: text({ mode: "json" }),
  },
  (table) => [
    // Ids grow with time: the newest are at the end of the range.
    index("checkpoints_conversation").on(table.conversationId, table.id),
    index("checkpoints_open").on(table.forAccountId, table.status),
    index("checkpoints_due")
      .on(table.expiresAt, table.id)
      .where(sql`status = 'open'`),
  ],
);

export const payments = sqliteTable(
  "payments",
  {
    id: text().primaryKey(),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id),
    status: text().notNull(),
    price: integer().notNull(),
    payerId: text("payer_id").notNull(),
    payeeId: text("payee_id"),
    rail: text({ enum: ["ledger", "x402"] }).notNull(),
    heldAt: integer("held_at"),
    captureBefore: integer("capture_before"),
    releasedAt: integer("released_at"),
    voidedAt: integer("voided_at"),
    voidReason: text("void_reason"),
    /** The service's share of a release, fixed when the price was offered. */
    feeBps: integer("fee_bps").notNull().default(0),
    /** The payee's price, if higher than the offered or held one. */
    asked: integer(),
    raises: integer().notNull().default(0),
    /** The sums paid out of the hold and returned from it, and the number of such parts. */
    released: integer().notNull().default(0),
    returned: integer().notNull().default(0),
    parts: integer().notNull().default(0),
    /** The sum and number of the payee's refunds, and the time of the last. */
    refunded: integer().notNull().default(0),
    refunds: integer().notNull().default(0),
    refundedAt: integer("refunded_at"),
    /** The payer's balance when the price was required, and the time. */
    shortBalance: integer("short_balance"),
    shortAt: integer("short_at"),
    /** The terms for a wallet to sign, as JSON, and since when its signature is pending. */
    terms: text({ mode: "json" }).$type<object>(),
    pendingAt: integer("pending_at"),
    /** The final transactions on a chain in order, and the way back from another service. */
    settlements: text({ mode: "json" }).$type<readonly object[]>(),
    reclaim: text({ mode: "json" }).$type<object>(),
  },
  (table) => [
    uniqueIndex("payments_conversation").on(table.conversationId),
    // Ids grow with time: a page of a party's payments is one range.
    index("payments_payer").on(table.payerId, table.id),
    index("payments_payee").on(table.payeeId, table.id),
    index("payments_capture").on(table.status, table.captureBefore),
    index("payments_payer_held").on(table.payerId).where(sql`status = 'held'`),
    index("payments_payee_held").on(table.payeeId).where(sql`status = 'held'`),
    check(
      "parts_within_price",
      sql.raw(
        "released >= 0 AND returned >= 0 AND released + returned <= price",
      ),
    ),
  ],
);
