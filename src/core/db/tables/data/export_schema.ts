/** Exports of accounts: the entries of each archive (docs/export.md). */
import { sql } from "drizzle-orm";
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";

/** One archive of an account and its progress, until it expires. */
export const exports = sqliteTable(
  "exports",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    status: text({
      enum: ["making", "ready", "failed", "removed"],
    }).notNull(),
    /** Why it failed; a code. */
    reason: text(),
    /** The position where its making continues. */
    place: text({ mode: "json" }).notNull(),
    /** Grows with each slice: if two make the same slice, one loses. */
    slices: integer().notNull(),
    entries: integer().notNull(),
    /** Of all entries with their headers, and of the directory after them. */
    dataBytes: integer("data_bytes").notNull(),
    directoryBytes: integer("directory_bytes").notNull(),
    /** The bytes stored for it besides the files. */
    keptBytes: integer("kept_bytes").notNull(),
    conversations: integer().notNull(),
    conversationsDone: integer("conversations_done").notNull(),
    createdAt: integer("created_at").notNull(),
    readyAt: integer("ready_at"),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("exports_of").on(table.accountId, table.createdAt),
    index("exports_making").on(table.id).where(sql`status = 'making'`),
    index("exports_expiry").on(table.expiresAt),
  ],
);

/** The conversations of an export, listed before the first is written. */
export const exportedConversations = sqliteTable(
  "exported_conversations",
  {
    exportId: text("export_id").notNull(),
    conversationId: text("conversation_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.conversationId] })],
);

/** An entry of an archive, and its position. */
export const exportEntries = sqliteTable(
  "export_entries",
  {
    exportId: text("export_id").notNull(),
    /** The start of its header. */
    at: integer().notNull(),
    /** The start of its record in the directory. */
    directoryAt: integer("directory_at").notNull(),
    name: text().notNull(),
    /** Of its content: CRC-32, SHA-256 and length. */
    crc: integer().notNull(),
    sha256: text().notNull(),
    size: integer().notNull(),
    /** Its length in the archive, without its header. */
    packedSize: integer("packed_size").notNull(),
    /** Deflated; null for a file that is stored elsewhere. */
    bytes: blob({ mode: "buffer" }),
    artifactId: text("artifact_id"),
  },
  (table) => [
    primaryKey({ columns: [table.exportId, table.at] }),
    index("export_entries_directory").on(table.exportId, table.directoryAt),
  ],
);
