/** Where accounts have their events sent, and what became of each (docs/webhooks.md). */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

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
