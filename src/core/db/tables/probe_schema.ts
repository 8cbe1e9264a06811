import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** One row, written to test whether writes work (docs/operations.md). */
export const probes = sqliteTable("probes", {
  id: integer("id").primaryKey(),
  /** Grows: an unchanged row would not be written at all. */
  times: integer("times").notNull(),
});
