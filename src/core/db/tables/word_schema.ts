/** The search index of conversations. */
import {
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/**
 * Numbers of rows in the word index, the FTS5 table `words(terms)`. A row is one message; the
 * first also has the title and the names, and one below zero is the bcc at a position. The
 * index says who may find it, and stores no text. An id below zero belongs to an import, and
 * zero to nothing.
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

/**
 * The state of the index for a conversation: words are indexed after the commits, and this
 * says which are missing.
 */
export const indexedConversations = sqliteTable("indexed_conversations", {
  conversationId: text("conversation_id").primaryKey(),
  /** Its messages up to this number. */
  messages: integer().notNull(),
  /** Digests of its readers, and of its texts besides messages. */
  readers: text().notNull(),
  head: text().notNull(),
});

/** The progress of the index: one row, written by a migration. */
export const indexedTo = sqliteTable("indexed_to", {
  id: integer().primaryKey(),
  /** The place of the journal (`account_changes`) up to which words are indexed. */
  place: integer().notNull(),
  /** Grows with each commit that removed words, so that none indexed meanwhile stay. */
  takenOut: integer("taken_out").notNull(),
});
