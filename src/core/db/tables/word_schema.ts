/** Where the words of conversations are found. */
import {
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/**
 * Numbers of rows in the index of words, the FTS5 table `words(terms)`. A row is one message;
 * the first also has the title and the names, and one below zero is the bcc at a position.
 * The index says who may find it, and keeps no text. An id below zero is of an import, and
 * zero of nothing.
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
 * The state of the index for a conversation: words are written behind the commits, and this
 * says which of them are missing.
 */
export const indexedConversations = sqliteTable("indexed_conversations", {
  conversationId: text("conversation_id").primaryKey(),
  /** Its messages up to this number. */
  messages: integer().notNull(),
  /** Digests of its readers, and of what is said beside its messages. */
  readers: text().notNull(),
  head: text().notNull(),
});

/** How far the index is: one row, which a migration writes. */
export const indexedTo = sqliteTable("indexed_to", {
  id: integer().primaryKey(),
  /** The place of the journal (`account_changes`) up to which words are written. */
  place: integer().notNull(),
  /** Grows with each commit that took words out, so that none written meanwhile stay. */
  takenOut: integer("taken_out").notNull(),
});
