/** The messages that nodes sharing a database send one another. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Events and writes of commits, stored for some minutes. Empty if one process owns the file. */
export const nodeFeed = sqliteTable(
  "node_feed",
  {
    /** Grows in the order of commits, without a gap, and is never reused. */
    place: integer().primaryKey({ autoIncrement: true }),
    /** The process that wrote it. */
    node: text().notNull(),
    wakes: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** Tables that were written, and of some the conversations; null for all that there are. */
    touched: text({ mode: "json" })
      .$type<{
        readonly tables: readonly string[];
        readonly conversations: readonly string[] | null;
      }>()
      .notNull(),
    /** The calls that the node has admitted, by class and caller; null for none. */
    calls: text({ mode: "json" }).$type<
      Readonly<Record<string, Readonly<Record<string, number>>>>
    >(),
    at: integer().notNull(),
  },
  (table) => [index("node_feed_by_age").on(table.at)],
);
