import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** One row that is written to see whether anything can be (docs/operations.md). */
export const probes = sqliteTable("probes", {
  id: integer("id").primaryKey(),
  /** Grows: a row that stays as it is would not be written at all. */
  times: integer("times").notNull(),
});
