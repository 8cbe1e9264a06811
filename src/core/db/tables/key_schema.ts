import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Keys that nodes share, sealed with their secret; empty if keys are files. */
export const sharedKeys = sqliteTable("shared_keys", {
  name: text().primaryKey(),
  sealed: text().notNull(),
});
