/** The chains of audit records, and the log of where they end. */
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
 * Hash-linked audit records, one for each commit in a chain; the events of a conversation
 * ride on them. Two that follow the same end of a chain have the same `first`, so that one
 * of them loses.
 */
export const auditRecords = sqliteTable(
  "audit_records",
  {
    /** The order of writing over all chains; no rowid, which VACUUM may change. */
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
    /** The text that was hashed: lines of JSON. */
    body: text().notNull(),
  },
  (table) => [
    uniqueIndex("audit_records_chain").on(table.chainId, table.first),
  ],
);

/** Signed checkpoints of the log, the newest last. */
export const logCheckpoints = sqliteTable("log_checkpoints", {
  /** How large the log was. */
  size: integer().primaryKey(),
  /** A signed note: text, blank line, signatures. */
  note: text().notNull(),
  /** Place of the last audit record that it covers. */
  upTo: integer("up_to").notNull(),
  signedAt: integer("signed_at").notNull(),
});

/** The record that each leaf of the log is about. */
export const logEnds = sqliteTable(
  "log_ends",
  {
    leaf: integer().primaryKey(),
    chainId: text("chain_id").notNull(),
    first: integer().notNull(),
  },
  // Its rows end with the leaf: the newest end of a chain is the last of its stretch.
  (table) => [index("log_ends_chain").on(table.chainId)],
);

/**
 * The log of ends of chains, as the tiles that it is published in: hashes of 32 bytes,
 * 256 at most. Level 0 has what the leaves are made of, each other one the roots of whole
 * tiles below it. They only grow, which triggers see to.
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
  /** How large the log was that it signed; 0 if it has signed none. */
  size: integer().notNull(),
  /** The line that it signed with, and when. */
  cosignature: text(),
  signedAt: integer("signed_at"),
  /** Why the last attempt came to nothing; null if it did not. */
  problem: text(),
  triedAt: integer("tried_at").notNull(),
});
