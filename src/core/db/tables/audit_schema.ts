/** The chains of audit records, and the log of their ends. */
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { hexText } from "./hex_text.ts";

/**
 * Hash-linked audit records, one for each commit in a chain; the events of a conversation are
 * stored with them. Two that follow the same end of a chain have the same `first`, so one of
 * them loses.
 */
export const auditRecords = sqliteTable(
  "audit_records",
  {
    /** The order of writing over all chains; not a rowid, which VACUUM may change. */
    place: integer().primaryKey(),
    chainId: text("chain_id").notNull(),
    /** Numbers of its first and its last entry. */
    first: integer().notNull(),
    seq: integer().notNull(),
    /** Events of the chain up to and including this record. */
    eventSeq: integer("event_seq").notNull(),
    hash: hexText().notNull(),
    /** A MAC of chain and hash, whose key is not in the database. */
    mac: hexText().notNull(),
    /** The hashed text: lines of JSON. */
    body: text().notNull(),
  },
  (table) => [
    uniqueIndex("audit_records_chain").on(table.chainId, table.first),
  ],
);

/** Signed checkpoints of the log, the newest last. */
export const logCheckpoints = sqliteTable("log_checkpoints", {
  /** The size of the log. */
  size: integer().primaryKey(),
  /** A signed note: text, blank line, signatures. */
  note: text().notNull(),
  /** Place of the last audit record that it covers. */
  upTo: integer("up_to").notNull(),
  signedAt: integer("signed_at").notNull(),
});

/** The record of each leaf of the log. */
export const logEnds = sqliteTable(
  "log_ends",
  {
    leaf: integer().primaryKey(),
    chainId: text("chain_id").notNull(),
    first: integer().notNull(),
  },
  // Its rows end with the leaf: the newest end of a chain is the last of its range.
  (table) => [index("log_ends_chain").on(table.chainId)],
);

/**
 * The log of chain ends, as its published tiles: hashes of 32 bytes, at most 256. Level 0 has
 * the entries of the leaves, each other level the roots of whole tiles below it. Triggers
 * ensure that they only grow.
 */
export const logTiles = sqliteTable(
  "log_tiles",
  {
    level: integer().notNull(),
    place: integer().notNull(),
    hashes: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.place] })],
);

/** The newest log that each witness has signed. */
export const logWitnesses = sqliteTable("log_witnesses", {
  /** Name and id of its key. */
  name: text().primaryKey(),
  /** The size of the log that it signed; 0 if none. */
  size: integer().notNull(),
  /** Its signature line, and when. */
  cosignature: text(),
  signedAt: integer("signed_at"),
  /** Why the last attempt failed; null if it did not. */
  problem: text(),
  triedAt: integer("tried_at").notNull(),
});
