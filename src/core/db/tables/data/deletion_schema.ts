/** Accounts that are being deleted, or were (docs/deletion.md). */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A row stays forever: the account is never opened again. */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    accountId: text("account_id").primaryKey(),
    begunAt: integer("begun_at").notNull(),
    /** When everything was erased; null until then. */
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("account_deletions_open")
      .on(table.accountId)
      .where(sql`ended_at is null`),
  ],
);
