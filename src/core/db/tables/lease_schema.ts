import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The tasks that one node does at a time; empty if one process owns the file. */
export const leases = sqliteTable("leases", {
  name: text().primaryKey(),
  /** The node that holds it. */
  holder: text().notNull(),
  /** Grows with each change of the holder. */
  token: integer().notNull(),
  /** By the database's clock. */
  until: integer().notNull(),
});
