import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The address of an account's calendar: of its secret only the hash. */
export const calendarFeeds = sqliteTable("calendar_feeds", {
  accountId: text("account_id").primaryKey(),
  tokenHash: text("token_hash").notNull().unique(),
  madeAt: integer("made_at").notNull(),
});
