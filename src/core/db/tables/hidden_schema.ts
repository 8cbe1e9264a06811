/** Which messages of a conversation are hidden, and from whom. */
import {
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";

/** Stretches of messages that a participant may not read: a page of theirs jumps over them. */
export const hiddenMessages = sqliteTable(
  "hidden_messages",
  {
    conversationId: text("conversation_id").notNull(),
    position: integer().notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
    /** How many before the first are hidden, too. */
    before: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.conversationId, table.position, table.first],
    }),
  ],
);
