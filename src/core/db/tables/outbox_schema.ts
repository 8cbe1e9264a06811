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

/** Addresses that get no mail any more, by hash: the list names nobody. */
export const mailSuppressions = sqliteTable("mail_suppressions", {
  addressHash: text("address_hash").primaryKey(),
  reason: text({
    enum: ["unsubscribed", "reported", "bounced", "complained"],
  }).notNull(),
  createdAt: integer("created_at").notNull(),
});

/** The events that an account wants mail about; without a row, the defaults. */
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
