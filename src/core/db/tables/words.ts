import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The word index, an FTS5 table created by a migration, because drizzle-kit does not support
 * them. Its rows are those of `word_rows`.
 */
export const words = sqliteTable("words", {
  rowid: integer().primaryKey(),
  /** Each word for each account that may find it (`acts/store/words/index_terms.ts`). */
  terms: text().notNull(),
});
