import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The tasks that one node at a time does; empty where one process owns the file. */
export const leases = sqliteTable("leases", {
  name: text().primaryKey(),
  /** The node that has it. */
  holder: text().notNull(),
  /** Grows with each change of hands. */
  token: integer().notNull(),
  /** By the clock of the database. */
  until: integer().notNull(),
});
