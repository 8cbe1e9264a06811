/** Accounts whose inbox is at another service, and their tasks there (docs/decisions/0036). */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { accounts } from "../account_schema.ts";

/** The other side of an account without an inbox here; nobody signs in to one. */
export const foreignAccounts = sqliteTable(
  "foreign_accounts",
  {
    accountId: text("account_id")
      .primaryKey()
      .references(() => accounts.id),
    /** An address at another domain, or the URL of a card. */
    address: text().notNull(),
    /** The origin of its service, such as https://b.example. */
    origin: text().notNull(),
    cardUrl: text("card_url").notNull(),
    /** The verdict on the card's signature when it was last read. */
    signature: text({
      enum: ["valid", "invalid", "absent", "unverifiable"],
    }).notNull(),
    /** True if its service takes signed requests and orders its pushes by versions. */
    isFederated: integer("is_federated", { mode: "boolean" }).notNull(),
    /** The interface it is called by. */
    url: text().notNull(),
    binding: text({ enum: ["JSONRPC", "HTTP+JSON"] }).notNull(),
    tenant: text(),
    /** True if it pushes what happens to a task, as its card says. */
    canPush: integer("can_push", { mode: "boolean" }).notNull(),
    /** The wallet that is paid and the operator that captures, from its signed card. */
    payout: text(),
    operator: text(),
    /** When its card was last read. */
    readAt: integer("read_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("foreign_accounts_address").on(table.address),
    index("foreign_accounts_origin").on(table.origin),
  ],
);

/** The task at another service that a conversation here is followed by. */
export const remoteTasks = sqliteTable(
  "remote_tasks",
  {
    conversationId: text("conversation_id").notNull(),
    accountId: text("account_id").notNull(),
    /** The hash of the token that pushes about it carry. */
    tokenHash: text("token_hash").notNull(),
    /** Its id there; null until the first message was answered. */
    taskId: text("task_id"),
    /** The version that its service last told; null from a service that tells none. */
    version: integer(),
    /** When it is asked for next; null once it has ended. */
    lookAt: integer("look_at"),
    /** How often it was asked for without anything new. */
    looks: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.accountId] }),
    uniqueIndex("remote_tasks_token").on(table.tokenHash),
    // An agent that names a task of somebody else gets nothing for it.
    uniqueIndex("remote_tasks_task")
      .on(table.accountId, table.taskId)
      .where(sql`task_id is not null`),
    index("remote_tasks_due").on(table.lookAt).where(sql`look_at is not null`),
  ],
);

/** The nonces of signed requests that are still valid, by key. */
export const signatureNonces = sqliteTable(
  "signature_nonces",
  {
    /** The hash of origin, key and nonce. */
    id: text().primaryKey(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("signature_nonces_expires").on(table.expiresAt)],
);

/** Services that do not answer now: one row each, gone with the first sign of life. */
export const silentPeers = sqliteTable("silent_peers", {
  origin: text().primaryKey(),
  /** How often in a row it did not answer. */
  failures: integer().notNull(),
  /** When it is tried again. */
  opensAt: integer("opens_at").notNull(),
});

/** The operator's rules for other domains. */
export const federationDomains = sqliteTable("federation_domains", {
  domain: text().primaryKey(),
  rule: text({ enum: ["allow", "block"] }).notNull(),
  /** The operator's own words; "" for none. */
  reason: text().notNull(),
  createdAt: integer("created_at").notNull(),
});
