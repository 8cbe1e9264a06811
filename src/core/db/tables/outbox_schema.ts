import { sql } from "drizzle-orm";
import {
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { LANGUAGES } from "../../base/words/languages.ts";

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
  /** False takes no answer by mail, to no mail that has left by then. */
  replyByMail: integer("reply_by_mail", { mode: "boolean" })
    .notNull()
    .default(true),
  /** Answers to mails from before are not taken: when they were last turned off. */
  repliesFrom: integer("replies_from").notNull().default(0),
  /** The zone in which the person is told moments (IANA); null for UTC. */
  timeZone: text("time_zone"),
  /** The language in which they are told things; null for their browser's. */
  language: text({ enum: LANGUAGES }),
  /** Minutes of their day between which no device is told anything; null for none. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
  updatedAt: integer("updated_at").notNull(),
});

/** Where accounts have their events sent (docs/webhooks.md). */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    /** The access that made it, and that it ends with; null for the owner's own. */
    credentialId: text("credential_id"),
    url: text().notNull(),
    /** The types that it wants; null is every one. */
    events: text({ mode: "json" }).$type<readonly string[] | null>(),
    status: text({ enum: ["active", "paused"] }).notNull(),
    /** Why it is paused; null where its owner did it, and for an active one. */
    reason: text({ enum: ["failing", "gone", "access_ended"] }),
    /** Since when nothing was taken; null after a success. */
    failingSince: integer("failing_since"),
    /** Sealed with a key that is not in the database. */
    secret: text().notNull(),
    oldSecret: text("old_secret"),
    /** Until when what leaves is signed with the old secret, too. */
    oldUntil: integer("old_until"),
    /** Up to where the account's changes were read for it. */
    readTo: integer("read_to").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("webhooks_account").on(table.accountId),
    index("webhooks_active").on(table.id).where(sql`status = 'active'`),
  ],
);

/** One event for one webhook: made once, with the body that every attempt sends. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    /** The `webhook-id` of every attempt. */
    id: text().primaryKey(),
    webhookId: text("webhook_id").notNull(),
    /** Of its change, and its number among what follows from it; null for a test. */
    place: integer(),
    part: integer(),
    type: text().notNull(),
    body: text().notNull(),
    status: text({
      enum: ["waiting", "sending", "delivered", "failed"],
    }).notNull(),
    attempts: integer().notNull(),
    /** When it is tried next; of one that is being sent, when its lease ends. */
    dueAt: integer("due_at").notNull(),
    lease: text(),
    /** The newest attempts, the oldest of them first. */
    log: text({ mode: "json" }).$type<readonly WebhookAttempt[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
  },
  (table) => [
    // Two nodes that read the same change make one of it.
    uniqueIndex("webhook_deliveries_once").on(
      table.webhookId,
      table.place,
      table.part,
    ),
    index("webhook_deliveries_of").on(table.webhookId, table.id),
    index("webhook_deliveries_due")
      .on(table.webhookId, table.dueAt)
      .where(sql`status in ('waiting', 'sending')`),
    index("webhook_deliveries_settled")
      .on(table.settledAt)
      .where(sql`settled_at is not null`),
  ],
);

/** What one attempt came to. */
export interface WebhookAttempt {
  readonly at: number;
  readonly tookMs: number;
  /** Of the answer; null without one. */
  readonly status: number | null;
  /** Why there was no answer; a code. */
  readonly error: string | null;
  /** How the answer's body begins. */
  readonly response: string | null;
}
