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
  /** Accounts of teams of which the person is told nothing. */
  mutedTeams: text("muted_teams", { mode: "json" })
    .$type<readonly string[]>()
    .notNull()
    .default([]),
  updatedAt: integer("updated_at").notNull(),
});

/**
 * The URLs for accounts' events (docs/webhooks.md), and those that an A2A client gave for one
 * task (docs/a2a.md, Push notifications).
 */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    /** `a2a` sends a task, as it is at that moment, after each change of it. */
    format: text({ enum: ["standard", "a2a"] }).notNull(),
    /** The task that it is for, and the client's id for it there; null if standard. */
    conversationId: text("conversation_id"),
    configId: text("config_id"),
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
    /** Signs events, or authenticates pushes of a task: sealed with a key that is not here. */
    secret: text().notNull(),
    oldSecret: text("old_secret"),
    /** Until when deliveries are also signed with the old secret. */
    oldUntil: integer("old_until"),
    /** The place up to which the account's changes were read for it; the version of a task. */
    readTo: integer("read_to").notNull(),
    /** The version of its task now, which a trigger writes; null if standard. */
    changedTo: integer("changed_to"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("webhooks_account").on(table.accountId, table.format),
    index("webhooks_active")
      .on(table.id)
      .where(sql`status = 'active' and format = 'standard'`),
    index("webhooks_task")
      .on(table.conversationId, table.accountId, table.id)
      .where(sql`conversation_id is not null`),
    // Tasks that wait for no push cost the search for the others nothing.
    index("webhooks_changed").on(table.id).where(sql`changed_to > read_to`),
  ],
);
