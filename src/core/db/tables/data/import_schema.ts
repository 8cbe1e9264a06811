/** Conversations that accounts imported from other services, read-only (docs/export.md). */
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";

/** One imported archive, and what its check proved. */
export const imports = sqliteTable(
  "imports",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    /** The host of its service, by its own account, and the address there. */
    service: text().notNull(),
    address: text().notNull(),
    archiveAt: integer("archive_at").notNull(),
    /** The key of the log that signed it, and whether the operator knew it. */
    logKey: text("log_key").notNull(),
    isKeyKnown: integer("is_key_known", { mode: "boolean" }).notNull(),
    /** The size of the log for its chains. */
    logSize: integer("log_size").notNull(),
    /** The number of its items, and of imported ones. */
    itemsAll: integer("items_all").notNull(),
    items: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    readyAt: integer("ready_at"),
  },
  (table) => [index("imports_of").on(table.accountId, table.createdAt)],
);

/** A conversation as described in its archive. */
export const importedConversations = sqliteTable(
  "imported_conversations",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    importId: text("import_id").notNull(),
    updatedAt: integer("updated_at").notNull(),
    said: text({ mode: "json" }).notNull(),
  },
  (table) => [
    index("imported_conversations_list").on(
      table.accountId,
      table.updatedAt,
      table.id,
    ),
  ],
);

/** A message of one. */
export const importedMessages = sqliteTable(
  "imported_messages",
  {
    conversationId: text("conversation_id").notNull(),
    id: text().notNull(),
    accountId: text("account_id").notNull(),
    at: integer().notNull(),
    said: text({ mode: "json" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.id] }),
    index("imported_messages_by_time").on(
      table.conversationId,
      table.at,
      table.id,
    ),
    index("imported_messages_of").on(table.accountId),
  ],
);

/** A part of a file of one. */
export const importedFiles = sqliteTable(
  "imported_files",
  {
    id: text().notNull(),
    part: integer().notNull(),
    accountId: text("account_id").notNull(),
    size: integer().notNull(),
    bytes: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.part] }),
    index("imported_files_of").on(table.accountId, table.size),
  ],
);
