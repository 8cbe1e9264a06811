/** Exports of accounts: what each archive is made of (docs/export.md). */
import { sql } from "drizzle-orm";
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";

/** One archive of an account: how far it is made, until it expires. */
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
    /** The position from which its making goes on. */
    place: text({ mode: "json" }).notNull(),
    /** Grows with each slice: of two that make the same slice one loses. */
    slices: integer().notNull(),
    entries: integer().notNull(),
    /** Of all entries with their headers, and of the directory that follows them. */
    dataBytes: integer("data_bytes").notNull(),
    directoryBytes: integer("directory_bytes").notNull(),
    /** The bytes kept for it beside the files. */
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

/** The conversations of an export, found before the first is written. */
export const exportedConversations = sqliteTable(
  "exported_conversations",
  {
    exportId: text("export_id").notNull(),
    conversationId: text("conversation_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.conversationId] })],
);

/** An entry of an archive, and where it stands in it. */
export const exportEntries = sqliteTable(
  "export_entries",
  {
    exportId: text("export_id").notNull(),
    /** Where its header begins. */
    at: integer().notNull(),
    /** Where its record begins in the directory. */
    directoryAt: integer("directory_at").notNull(),
    name: text().notNull(),
    /** Of what it says: CRC-32, SHA-256 and length. */
    crc: integer().notNull(),
    sha256: text().notNull(),
    size: integer().notNull(),
    /** Its length in the archive, without its header. */
    packedSize: integer("packed_size").notNull(),
    /** Deflated; null for a file that lies where it always did. */
    bytes: blob({ mode: "buffer" }),
    artifactId: text("artifact_id"),
  },
  (table) => [
    primaryKey({ columns: [table.exportId, table.at] }),
    index("export_entries_directory").on(table.exportId, table.directoryAt),
  ],
);
