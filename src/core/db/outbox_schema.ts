import {
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** What has to leave the service: written with its cause, sent later. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    conversationId: text("conversation_id"),
    recipient: text().notNull(),
    body: text({ mode: "json" }).notNull(),
    status: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Whose act caused an invite; null for what nobody sends. */
    senderId: text("sender_id"),
    /** The how manieth invite of this sender and to this recipient it is. */
    senderSeq: integer("sender_seq"),
    recipientSeq: integer("recipient_seq"),
  },
  (table) => [
    index("outbox_status").on(table.status, table.createdAt),
    // Two that count at once cannot both take the last place under a cap.
    uniqueIndex("outbox_sender").on(table.senderId, table.senderSeq),
    uniqueIndex("outbox_recipient").on(table.recipient, table.recipientSeq),
  ],
);
