import { sql } from "drizzle-orm";
import {
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/**
 * Automatic notices to the two sides of a hold: that it ends soon, and that it was extended.
 * A row ensures that this was done only once.
 */
export const holdNotices = sqliteTable(
  "hold_notices",
  {
    paymentId: text("payment_id").notNull(),
    kind: text({ enum: ["ending", "extended"] }).notNull(),
    /** The end of the hold in question; for an extension, the new one. */
    endsAt: integer("ends_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.kind, table.endsAt] }),
    // Two that extend at once cannot both: the loser decides again.
    uniqueIndex("hold_extended_once")
      .on(table.paymentId)
      .where(sql`kind = 'extended'`),
  ],
);

/** The operator's confirmation that the clock is right: one row. */
export const clockWords = sqliteTable("clock_words", {
  id: integer().primaryKey(),
  /** The time on the clock when it was given. */
  givenAt: integer("given_at").notNull(),
});

/** A doubtful clock, for the next start: one row while in doubt. */
export const clockDoubts = sqliteTable("clock_doubts", {
  id: integer().primaryKey(),
  /** The right time when this clock was found ahead. */
  rightAt: integer("right_at").notNull(),
  /** The time it showed instead. */
  aheadAt: integer("ahead_at").notNull(),
});
