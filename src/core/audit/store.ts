import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { entryHash } from "../../../packages/verify/src/record_hash.ts";
import { BoundedCache } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import { breathe, pace } from "../base/pace.ts";
import type { Database } from "../db/database.ts";
import type { OwnedRow } from "../db/owned_rows.ts";
import { ownedRows } from "../db/owned_rows.ts";
import { perDatabase } from "../db/per_database.ts";
import { slotsBut } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { auditRecords } from "../db/tables/audit_schema.ts";
import type { AuditRecord, Entry, Head } from "./chain.ts";
import { GENESIS } from "./chain.ts";
import { recordEntries } from "./lines.ts";

/** Reads and appends audit records; heads are cached, the database referees. */
export const auditStore = perDatabase(makeAuditStore);

const value = sql.placeholder;
const IN_CHAIN = eq(auditRecords.chainId, value("chainId"));

function makeAuditStore(db: Database) {
  const heads = new BoundedCache<string, Head>(
    LIMITS.headCacheMax,
    "chain_heads",
  );
  const { last } = queries(db);
  const insert = db.orm
    .insert(auditRecords)
    .values(slotsBut(auditRecords, "place"))
    .prepare();
  return {
    /** The end of a chain, GENESIS for a new one; it may be an earlier end. */
    async head(chainId: string) {
      const known = heads.get(chainId);
      if (known) return known;
      const found = (await last.get({ chainId })) ?? GENESIS;
      heads.set(chainId, found);
      return found;
    },
    /** The current end of the chain, whichever process wrote it. */
    end: async (chainId: string) => (await last.get({ chainId })) ?? GENESIS,
    /** Caches the end of a chain after a commit, or drops it after a lost race. */
    setHead(chainId: string, head: Head | undefined) {
      if (!head) return heads.delete(chainId);
      // Of a record only what the next one needs.
      const { seq, hash, eventSeq } = head;
      heads.set(chainId, { seq, hash, eventSeq });
    },
    /** The statement that appends a record. */
    append: (record: AuditRecord) => statementOf(insert, record),
    ...entryReads(db),
  };
}

/** Reads of entries, from their records. */
function entryReads(db: Database) {
  const { page, before, places, events } = queries(db);
  const prevOf = async ({ chainId, first }: AuditRecord) =>
    (await before.get({ chainId, first }))?.hash ?? GENESIS.hash;
  return {
    /** Entries after a position, oldest first. */
    async page(chainId: string, after: number, limit: number) {
      const found: Entry[] = [];
      const most = Math.min(limit, LIMITS.auditSlice);
      for (let from = after; found.length < limit; await pace.turn()) {
        const records = await page.all({ chainId, after: from, limit: most });
        const [first] = records;
        if (!first) break;
        let prev = await prevOf(first);
        for (const record of records) {
          found.push(
            ...recordEntries(record, prev).filter(({ seq }) => seq > after),
          );
          prev = record.hash;
          from = record.seq;
        }
        if (records.length < most) break;
      }
      return found.slice(0, limit);
    },
    /** Position of a hash in its chain. */
    async seqOf(chainId: string, hash: string) {
      for (let after = 0; ; await breathe()) {
        const records = await places.all({ chainId, after });
        for (const { first, seq: last, hash: own } of records) {
          after = last;
          for (let seq = first; seq <= last; seq++) {
            if (entryHash(own, seq, last) === hash) return seq;
          }
        }
        if (records.length < LIMITS.auditHeadsAtOnce) return undefined;
      }
    },
    /** Entries with an event, after an event number, oldest first. */
    async events(chainId: string, after: number) {
      const most = LIMITS.streamReplayMax;
      const found: Entry[] = [];
      for (let from = 0; found.length < most; ) {
        const records = await events.all({ chainId, after, from });
        for (const record of records) {
          // Events do not show the hash of the previous record.
          found.push(
            ...recordEntries(record, "").filter(
              (it) => it.event && it.eventSeq > after,
            ),
          );
          from = record.seq;
        }
        if (records.length < most) break;
      }
      return found.slice(0, most);
    },
  };
}

const RECORD = {
  chainId: auditRecords.chainId,
  first: auditRecords.first,
  seq: auditRecords.seq,
  eventSeq: auditRecords.eventSeq,
  hash: auditRecords.hash,
  mac: auditRecords.mac,
  body: auditRecords.body,
};

/** The records of chains, for walking them. */
export const recordRows = perDatabase(({ longOrm }: Database) =>
  ownedRows<AuditRecord & OwnedRow>(longOrm, {
    table: auditRecords,
    columns: RECORD,
    owner: auditRecords.chainId,
    key: auditRecords.first,
    start: 0,
  }),
);

function queries({ orm }: Database) {
  const { first, seq, hash, eventSeq } = auditRecords;
  const last = orm
    .select({ seq, hash, eventSeq })
    .from(auditRecords)
    .where(IN_CHAIN)
    .orderBy(desc(first))
    .limit(1)
    .prepare();
  const before = orm
    .select({ hash })
    .from(auditRecords)
    .where(and(IN_CHAIN, lt(first, value("first"))))
    .orderBy(desc(first))
    .limit(1)
    .prepare();
  // The record of the entry after a place may begin before it.
  const from = sql`coalesce((select max(first) from audit_records where chain_id = ${value("chainId")} and first <= ${value("after")} + 1), 0)`;
  const page = orm
    .select(RECORD)
    .from(auditRecords)
    .where(and(IN_CHAIN, sql`${first} >= ${from}`, gt(seq, value("after"))))
    .orderBy(asc(first))
    .limit(value("limit"))
    .prepare();
  const places = orm
    .select({ first, seq, hash })
    .from(auditRecords)
    .where(and(IN_CHAIN, gt(first, value("after"))))
    .orderBy(asc(first))
    .limit(LIMITS.auditHeadsAtOnce)
    .prepare();
  const events = orm
    .select(RECORD)
    .from(auditRecords)
    .where(
      and(
        IN_CHAIN,
        // An event's number never exceeds its entry's, so the key narrows it.
        sql`${first} >= ${from}`,
        gt(first, value("from")),
        gt(eventSeq, value("after")),
      ),
    )
    .orderBy(asc(first))
    .limit(LIMITS.streamReplayMax)
    .prepare();
  return { last, before, page, places, events };
}
