/** The chains of audit records, signed accounts of where all of them end, and their log. */
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import { hexText } from "./hex_text.ts";

/**
 * Hash-linked audit records; the events of a conversation ride on them. What one commit
 * records in a conversation is one row: its columns are those of the last of them, but
 * for `seq`, and all that the records say is packed. Two that follow the same end of a
 * chain have the same `seq`, so that one of them loses. A record of an account is a row
 * with its body.
 */
export const auditRecords = sqliteTable(
  "audit_records",
  {
    chainId: text("chain_id").notNull(),
    seq: integer().notNull(),
    hash: hexText().notNull(),
    prevHash: text("prev_hash").notNull(),
    bodyHash: text("body_hash").notNull(),
    body: text().notNull(),
    /** Positions that may read the body; null is every participant. */
    audience: text({ mode: "json" }).$type<readonly number[] | null>(),
    /** Events of the chain up to and including this record. */
    eventSeq: integer("event_seq").notNull(),
    event: text({ mode: "json" }),
    /** What of the actor its own account alone reads; the body commits to it. */
    actorOwn: text("actor_own", { mode: "json" }),
    /** Blinds what the body commits to and does not show. */
    salt: text(),
    /** Digests of rows that were written with this record, by name. */
    holds: text({ mode: "json" }).$type<
      Readonly<Record<string, string | null>>
    >(),
    /** Of the last record of a commit: a MAC whose key is not in the database. */
    mac: hexText(),
    /** The commit that its records follow from; null where the row is one record. */
    pack: blob({ mode: "buffer" }),
    /** How many records the row has beside its first. */
    more: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.seq] })],
);

/** The newest signed account last; each names the one before. */
export const auditCheckpoints = sqliteTable(
  "audit_checkpoints",
  {
    number: integer().primaryKey(),
    /** A signed note: text, blank line, signature. */
    note: text().notNull(),
    /** Rowid of the last audit record that it covers. */
    upTo: integer("up_to").notNull(),
    /** The log that was signed with it: its size and note. */
    logSize: integer("log_size").notNull(),
    logNote: text("log_note").notNull(),
  },
  (table) => [index("audit_checkpoints_log").on(table.logSize)],
);

/** Where each chain ended in the newest checkpoint. */
export const auditHeads = sqliteTable("audit_heads", {
  chainId: text("chain_id").primaryKey(),
  seq: integer().notNull(),
  hash: hexText().notNull(),
  /** The place of this end in the log. */
  leaf: integer().notNull(),
});

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

/** What each witness has signed last. */
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
