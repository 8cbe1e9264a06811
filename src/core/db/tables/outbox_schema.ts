import { sql } from "drizzle-orm";
import {
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** What has to leave the service: written with its cause, sent later. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    conversationId: text("conversation_id"),
    recipient: text().notNull(),
    body: text({ mode: "json" }).notNull(),
    status: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** The account whose act caused an invite; null for mail of the service. */
    senderId: text("sender_id"),
    /** The how manieth invite of this sender and to this recipient it is. */
    senderSeq: integer("sender_seq"),
    /** The one mailbox behind an invite's address: what caps and counts go by. */
    mailbox: text(),
    recipientSeq: integer("recipient_seq"),
    /** When an invite that is too many for its mailbox's day may leave; null if it is not. */
    opensAt: integer("opens_at"),
    /** When it is tried next; of one that is being sent, when its lease ends. */
    dueAt: integer("due_at").notNull().default(0),
    attempts: integer().notNull().default(0),
    /** The lease under which it is being sent: only its holder may settle it. */
    lease: text(),
    /** What the last attempt ended in: codes, never words of a relay. */
    lastError: text("last_error"),
    settledAt: integer("settled_at"),
    /** What its reader, or their mail system, had against it. */
    trouble: text({ enum: ["bounced", "reported"] }),
    troubleAt: integer("trouble_at"),
  },
  (table) => [
    // What is settled is of no interest to the delivery, and costs it nothing.
    index("outbox_due")
      .on(table.dueAt)
      .where(sql`status in ('queued', 'sending')`),
    // What is forgotten after a while: invites, and never notices.
    index("outbox_settled")
      .on(table.settledAt)
      .where(sql`settled_at is not null and mailbox is not null`),
    index("outbox_lease").on(table.lease).where(sql`status = 'sending'`),
    // Two that count at once cannot both take the last place under a cap.
    uniqueIndex("outbox_sender").on(table.senderId, table.senderSeq),
    uniqueIndex("outbox_mailbox").on(table.mailbox, table.recipientSeq),
    index("outbox_trouble")
      .on(table.senderId, table.troubleAt)
      .where(sql`trouble is not null`),
  ],
);

/** The links of invites: only their hashes. */
export const mailTokens = sqliteTable(
  "mail_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** `read` opens the conversation, `stop` only ends the mail. */
    purpose: text({ enum: ["read", "stop"] }).notNull(),
    conversationId: text("conversation_id").notNull(),
    position: integer().notNull(),
    outboxId: text("outbox_id").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("mail_tokens_expires").on(table.expiresAt)],
);

/** Addresses that get no mail any more, by hash: the list names nobody. */
export const mailSuppressions = sqliteTable("mail_suppressions", {
  addressHash: text("address_hash").primaryKey(),
  reason: text({
    enum: ["unsubscribed", "reported", "bounced", "complained"],
  }).notNull(),
  createdAt: integer("created_at").notNull(),
});

/** What an account wants to hear of by mail; without a row, the defaults. */
export const notificationSettings = sqliteTable("notification_settings", {
  accountId: text("account_id").primaryKey(),
  needsYou: integer("needs_you", { mode: "boolean" }).notNull(),
  holdEnding: integer("hold_ending", { mode: "boolean" }).notNull(),
  domainLost: integer("domain_lost", { mode: "boolean" }).notNull(),
  /** True lets the account's invites say the title of the conversation. */
  titleInInvites: integer("title_in_invites", { mode: "boolean" }).notNull(),
  /** When the person last turned a notice on: an earlier stop holds for it no more. */
  noticesAskedAt: integer("notices_asked_at"),
  updatedAt: integer("updated_at").notNull(),
});
