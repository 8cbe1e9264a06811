import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  lt,
  or,
  sql,
} from "drizzle-orm";
import { BoundedCache } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import { breathe, pace } from "../base/pace.ts";
import type { Database } from "../db/database.ts";
import { auditRecords } from "../db/tables/audit_schema.ts";
import type { AuditRow } from "./chain.ts";
import { GENESIS } from "./chain.ts";
import type { StoredRow } from "./unfold.ts";
import { unfold } from "./unfold.ts";

const value = sql.placeholder;

export const IN_CHAIN = eq(auditRecords.chainId, value("chainId"));
export const LAST_SEQ = sql<number>`${auditRecords.seq} + ${auditRecords.more}`;

function recordQueries({ orm }: Database) {
  // The row that the wanted record is in may begin before it.
  const from = sql`coalesce((select max(seq) from audit_records where chain_id = ${value("chainId")} and seq <= ${value("after")} + 1), 0)`;
  const page = orm
    .select()
    .from(auditRecords)
    .where(and(IN_CHAIN, gte(auditRecords.seq, from)))
    .orderBy(asc(auditRecords.seq))
    .limit(value("limit"))
    .prepare();
  const before = orm
    .select({ hash: auditRecords.hash })
    .from(auditRecords)
    .where(and(IN_CHAIN, lt(auditRecords.seq, value("seq"))))
    .orderBy(desc(auditRecords.seq))
    .limit(1)
    .prepare();
  const bySeq = orm
    .select({ seq: LAST_SEQ })
    .from(auditRecords)
    .where(and(IN_CHAIN, eq(auditRecords.hash, value("hash"))))
    .prepare();
  const events = orm
    .select()
    .from(auditRecords)
    .where(
      and(
        IN_CHAIN,
        // An event's number never passes its record's, so the key narrows it.
        gte(auditRecords.seq, from),
        gt(auditRecords.eventSeq, value("after")),
        or(isNotNull(auditRecords.event), isNotNull(auditRecords.pack)),
      ),
    )
    .orderBy(asc(auditRecords.seq))
    .limit(LIMITS.streamReplayMax)
    .prepare();
  const holding = orm
    .select()
    .from(auditRecords)
    .where(
      and(
        IN_CHAIN,
        gt(auditRecords.seq, value("after")),
        or(isNotNull(auditRecords.holds), isNotNull(auditRecords.pack)),
      ),
    )
    .orderBy(asc(auditRecords.seq))
    .limit(1)
    .prepare();
  return { page, before, bySeq, events, holding };
}

/** Reads of the records of a chain, from whichever rows hold them. */
export function recordReads(db: Database) {
  const { page, before, bySeq, events, holding } = recordQueries(db);
  /** Rows never change: what many streams ask for is unpacked once. */
  const known = new BoundedCache<string, readonly AuditRow[]>(
    LIMITS.recentRecordsMax,
  );
  const prevHashOf = async ({ chainId, seq }: StoredRow) =>
    (await before.get({ chainId, seq }))?.hash ?? GENESIS.hash;
  async function recordsIn(row: StoredRow): Promise<readonly AuditRow[]> {
    if (row.pack === null) return unfold(row, "");
    const key = `${row.chainId} ${row.seq}`;
    const kept = known.get(key);
    if (kept) return kept;
    const records = unfold(row, await prevHashOf(row));
    known.set(key, records, records.length);
    return records;
  }
  async function pageOf(chainId: string, after: number, limit: number) {
    const found: AuditRow[] = [];
    const most = Math.min(limit + 1, LIMITS.auditSlice);
    for (let from = after; ; await pace.turn()) {
      // The first may end with the place after which is read.
      const rows: StoredRow[] = await page.all({
        chainId,
        after: from,
        limit: most,
      });
      const [first] = rows;
      let prevHash = first?.pack ? await prevHashOf(first) : "";
      for (const row of rows) {
        found.push(...unfold(row, prevHash).filter(({ seq }) => seq > after));
        prevHash = row.hash;
      }
      if (rows.length < most || found.length >= limit) break;
      from = found.at(-1)?.seq ?? from;
    }
    return found.slice(0, limit);
  }
  return {
    page: pageOf,
    async seqOf(chainId: string, hash: string) {
      const found = await bySeq.get({ chainId, hash });
      if (found) return found.seq;
      // A record that is not the last of its commit has its hash nowhere else.
      for (let after = 0; ; await breathe()) {
        const rows = await pageOf(chainId, after, LIMITS.auditSlice);
        const record = rows.find((row) => row.hash === hash);
        if (record) return record.seq;
        if (rows.length < LIMITS.auditSlice) return undefined;
        after += rows.length;
      }
    },
    async events(chainId: string, after: number) {
      const most = LIMITS.streamReplayMax;
      const found: AuditRow[] = [];
      for (let from = after; ; ) {
        const rows: StoredRow[] = await events.all({ chainId, after: from });
        for (const row of rows) {
          const records = await recordsIn(row);
          found.push(
            ...records.filter((it) => it.event && it.eventSeq > after),
          );
          from = row.eventSeq;
        }
        if (rows.length < most || found.length >= most) break;
      }
      return found.slice(0, most);
    },
    async holdsAfter(chainId: string, after: number) {
      for (let from = after; ; ) {
        const row: StoredRow | undefined = await holding.get({
          chainId,
          after: from,
        });
        if (!row) return undefined;
        const { seq, holds } = unfold(row, "").at(-1) ?? row;
        if (holds) return { seq, holds };
        from = seq;
      }
    },
  };
}
