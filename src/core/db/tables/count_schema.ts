/** Counts that triggers maintain as rows are written, so no read has to count rows. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How many rows of `participants` each view of an account has, counted by triggers. */
export const viewCounts = sqliteTable("view_counts", {
  accountId: text("account_id").primaryKey(),
  /** Everything that reached the account. */
  everything: integer().notNull(),
  /** Unread ones of the inbox. */
  unread: integer().notNull(),
  inbox: integer().notNull(),
  sent: integer().notNull(),
  drafts: integer().notNull(),
  archive: integer().notNull(),
  needsYou: integer("needs_you").notNull(),
  payments: integer().notNull(),
  unfinished: integer().notNull(),
  requests: integer().notNull().default(0),
  waiting: integer().notNull().default(0),
  snoozed: integer().notNull().default(0),
  /** The sections of `needs_you`. */
  money: integer().notNull().default(0),
  approvals: integer().notNull().default(0),
  replies: integer().notNull().default(0),
});

/** The bytes of an account's texts and files, including imported ones, summed by triggers. */
export const storedBytes = sqliteTable("stored_bytes", {
  accountId: text("account_id").primaryKey(),
  bytes: integer().notNull(),
});

/** The limit for one account: one row, written at each start. */
export const storageBound = sqliteTable("storage_bound", {
  id: integer().primaryKey(),
  bytes: integer().notNull(),
});
