import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { LANGUAGES } from "../../base/words/languages.ts";

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

/** Addresses that get no more mail, by hash: the list names nobody. */
export const mailSuppressions = sqliteTable("mail_suppressions", {
  addressHash: text("address_hash").primaryKey(),
  reason: text({
    enum: ["unsubscribed", "reported", "bounced", "complained"],
  }).notNull(),
  createdAt: integer("created_at").notNull(),
});

/** An account's choices of mail notices; the defaults without a row. */
export const notificationSettings = sqliteTable("notification_settings", {
  accountId: text("account_id").primaryKey(),
  needsYou: integer("needs_you", { mode: "boolean" }).notNull(),
  holdEnding: integer("hold_ending", { mode: "boolean" }).notNull(),
  domainLost: integer("domain_lost", { mode: "boolean" }).notNull(),
  /** True lets the account's invites show the title of the conversation. */
  titleInInvites: integer("title_in_invites", { mode: "boolean" }).notNull(),
  /** When the person last turned a notice on: an earlier stop no longer applies. */
  noticesAskedAt: integer("notices_asked_at"),
  /** False accepts no answer by mail to any mail sent so far. */
  replyByMail: integer("reply_by_mail", { mode: "boolean" })
    .notNull()
    .default(true),
  /** When answers were last turned off: answers to earlier mails are refused. */
  repliesFrom: integer("replies_from").notNull().default(0),
  /** The person's time zone (IANA); null for UTC. */
  timeZone: text("time_zone"),
  /** The person's language; null for their browser's. */
  language: text({ enum: LANGUAGES }),
  /** Minutes of the day between which devices stay quiet; null for none. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
  updatedAt: integer("updated_at").notNull(),
});

/** The URLs for accounts' events (docs/webhooks.md). */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    /** The access that created it and ends it; null for the owner's own. */
    credentialId: text("credential_id"),
    url: text().notNull(),
    /** The wanted types; null for all. */
    events: text({ mode: "json" }).$type<readonly string[] | null>(),
    status: text({ enum: ["active", "paused"] }).notNull(),
    /** Why it is paused; null if its owner paused it, or it is active. */
    reason: text({ enum: ["failing", "gone", "access_ended"] }),
    /** Since when nothing was accepted; null after a success. */
    failingSince: integer("failing_since"),
    /** Sealed with a key that is not in the database. */
    secret: text().notNull(),
    oldSecret: text("old_secret"),
    /** Until when deliveries are also signed with the old secret. */
    oldUntil: integer("old_until"),
    /** The place up to which the account's changes were read for it. */
    readTo: integer("read_to").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("webhooks_account").on(table.accountId),
    index("webhooks_active").on(table.id).where(sql`status = 'active'`),
  ],
);
