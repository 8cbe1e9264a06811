import {
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** An account's starting points for requests: text and terms. */
export const templates = sqliteTable(
  "templates",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    name: text().notNull(),
    /** Equal for two names of the same template. */
    key: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** Micro-USDC; null without a price. */
    price: integer(),
    release: text().notNull(),
    /** The act required for release, in words. */
    releaseAction: text("release_action"),
    /** ISO 8601 durations. */
    acceptWithin: text("accept_within"),
    deliverWithin: text("deliver_within"),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [uniqueIndex("templates_key").on(table.accountId, table.key)],
);
