/** Which messages of a conversation are hidden, and from whom. */
import {
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";

/** Ranges of messages that a participant may not read: their pages skip them. */
export const hiddenMessages = sqliteTable(
  "hidden_messages",
  {
    conversationId: text("conversation_id").notNull(),
    position: integer().notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
    /** How many before the first are also hidden. */
    before: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.conversationId, table.position, table.first],
    }),
  ],
);
