import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The index of words, an FTS5 table that a migration makes: drizzle-kit knows none. Its
 * rows are those of `word_rows`.
 */
export const words = sqliteTable("words", {
  rowid: integer().primaryKey(),
  /** Each word for each account that may find it (`acts/store/words/index_terms.ts`). */
  terms: text().notNull(),
});
