import {
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** Requests that an account begins from: what is written, and on which terms. */
export const templates = sqliteTable(
  "templates",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    name: text().notNull(),
    /** By which two names are the same template. */
    key: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** Micro-USDC; null without a price. */
    price: integer(),
    release: text().notNull(),
    /** The act that has to happen before release, in words. */
    releaseAction: text("release_action"),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [uniqueIndex("templates_key").on(table.accountId, table.key)],
);
