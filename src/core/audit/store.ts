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
import { breathe } from "../base/breathe.ts";
import { BoundedCache } from "../base/cache.ts";
import { ID_PREFIXES } from "../base/ids.ts";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { auditRecords } from "../db/tables/audit_schema.ts";
import type { AuditRow, Head, Holds } from "./chain.ts";
import { GENESIS } from "./chain.ts";
import type { Commit } from "./commit_records.ts";
import { pack } from "./packing.ts";
import type { StoredRow } from "./unfold.ts";
import { unfold } from "./unfold.ts";

/** Reads and appends audit records; heads are cached, the database referees. */
export interface AuditStore {
  /** The end of a chain, GENESIS for a new one; it may be an earlier end. */
  head(chainId: string): Promise<Head>;
  /** The end that the chain has now, whichever process wrote it. */
  end(chainId: string): Promise<Head>;
  /** Remembers the end of a chain after a commit, or forgets it after a lost race. */
  setHead(chainId: string, head: Head | undefined): void;
  /** Statements that append the records of a commit. */
  append(rows: readonly AuditRow[], commit: Commit): readonly Statement[];
  /** Records after a position, oldest first. */
  page(chainId: string, afterSeq: number, limit: number): Promise<AuditRow[]>;
  /** Position of a hash in its chain. */
  seqOf(chainId: string, hash: string): Promise<number | undefined>;
  /** Records that carry an event, after an event number, oldest first. */
  events(chainId: string, afterEventSeq: number): Promise<AuditRow[]>;
  /** What the first commit after the end of another holds, of those that hold anything. */
  holdsAfter(
    chainId: string,
    afterSeq: number,
  ): Promise<{ readonly seq: number; readonly holds: Holds } | undefined>;
  /** Ids of chains after one, in order, for a walk over all. */
  chainIds(after: string, limit: number): Promise<string[]>;
}

export const auditStore = perDatabase(build);

const value = sql.placeholder;

function build(db: Database): AuditStore {
  const heads = new BoundedCache<string, Head>(LIMITS.headCacheMax);
  const { last, chains } = queries(db);
  return {
    async head(chainId) {
      const known = heads.get(chainId);
      if (known) return known;
      const found = (await last.get({ chainId })) ?? GENESIS;
      heads.set(chainId, found);
      return found;
    },
    end: async (chainId) => (await last.get({ chainId })) ?? GENESIS,
    setHead(chainId, head) {
      if (!head) return heads.delete(chainId);
      // Of a record only what the next one links to.
      const { seq, hash, eventSeq } = head;
      heads.set(chainId, { seq, hash, eventSeq });
    },
    append: appendBy(db),
    ...recordReads(db),
    chainIds: async (after, limit) =>
      (await chains.all({ after, limit })).map((row) => row.chainId),
  };
}

const COLUMNS = [
  "chainId",
  "seq",
  "hash",
  "prevHash",
  "bodyHash",
  "body",
  "audience",
  "eventSeq",
  "event",
  "actorOwn",
  "salt",
  "holds",
  "mac",
] as const;

/**
 * What one commit records in a conversation is one row; what it records of an account,
 * whose records are looked up one by one, is a row each.
 */
function appendBy({ orm }: Database): AuditStore["append"] {
  const insert = orm
    .insert(auditRecords)
    .values(slots(auditRecords, ...COLUMNS))
    .prepare();
  const insertPacked = orm
    .insert(auditRecords)
    .values({
      ...slots(
        auditRecords,
        "chainId",
        "seq",
        "hash",
        "eventSeq",
        "mac",
        "pack",
        "more",
      ),
      ...UNSAID,
    })
    .prepare();
  return (rows, commit) => {
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) return [];
    const { chainId, hash, eventSeq, mac } = last;
    if (!isConversationId(chainId)) {
      return rows.map((row) => statementOf(insert, { ...row }));
    }
    const { seq } = first;
    const more = rows.length - 1;
    const packed = { chainId, seq, hash, eventSeq, mac, more };
    return [statementOf(insertPacked, { ...packed, pack: pack(commit) })];
  };
}

/** What follows from the pack, and from the row before. */
const UNSAID = { prevHash: "", bodyHash: "", body: "{}" };

function isConversationId(chainId: string): boolean {
  return chainId.startsWith(`${ID_PREFIXES.conversation}_`);
}

function queries({ orm }: Database) {
  const last = orm
    .select({
      seq: LAST_SEQ,
      hash: auditRecords.hash,
      eventSeq: auditRecords.eventSeq,
    })
    .from(auditRecords)
    .where(IN_CHAIN)
    .orderBy(desc(auditRecords.seq))
    .limit(1)
    .prepare();
  const chains = orm
    .selectDistinct({ chainId: auditRecords.chainId })
    .from(auditRecords)
    .where(gt(auditRecords.chainId, value("after")))
    .orderBy(asc(auditRecords.chainId))
    .limit(value("limit"))
    .prepare();
  return { last, chains };
}

const IN_CHAIN = eq(auditRecords.chainId, value("chainId"));
const LAST_SEQ = sql<number>`${auditRecords.seq} + ${auditRecords.more}`;

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

function recordReads(db: Database) {
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
    // One more: the first may end with the place after which is read.
    const rows: StoredRow[] = await page.all({
      chainId,
      after,
      limit: limit + 1,
    });
    const [first] = rows;
    let prevHash = first?.pack ? await prevHashOf(first) : "";
    const found: AuditRow[] = [];
    for (const row of rows) {
      if (found.length >= limit) break;
      found.push(...unfold(row, prevHash).filter(({ seq }) => seq > after));
      prevHash = row.hash;
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
