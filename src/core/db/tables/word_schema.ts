/** Where the words of conversations are found. */
import {
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/**
 * What the index of words, the FTS5 table `words(terms)`, has by its row: the
 * message of a number; with the first one the title and whom it is between; below zero
 * the bcc at a position. The index says who may find it, and keeps no text. An id below
 * zero is of what was imported, and zero of nothing.
 */
export const wordRows = sqliteTable(
  "word_rows",
  {
    id: integer().primaryKey(),
    conversationId: text("conversation_id").notNull(),
    seq: integer().notNull(),
  },
  (table) => [uniqueIndex("word_rows_of").on(table.conversationId, table.seq)],
);
