import { and, asc, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { BoundedCache } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { auditRecords } from "../db/tables/audit_schema.ts";
import type { AuditRow, Head } from "./chain.ts";
import { GENESIS } from "./chain.ts";

/** Reads and appends audit records; heads are cached, the database referees. */
export interface AuditStore {
  /** The end of a chain, GENESIS for a new one; it may be an earlier end. */
  head(chainId: string): Promise<Head>;
  /** The end that the chain has now, whichever process wrote it. */
  end(chainId: string): Promise<Head>;
  /** Remembers the end of a chain after a commit, or forgets it after a lost race. */
  setHead(chainId: string, head: Head | undefined): void;
  append(row: AuditRow): Statement;
  /** Records after a position, oldest first. */
  page(chainId: string, afterSeq: number, limit: number): Promise<AuditRow[]>;
  /** Position of a hash in its chain. */
  seqOf(chainId: string, hash: string): Promise<number | undefined>;
  /** Records that carry an event, after an event number, oldest first. */
  events(chainId: string, afterEventSeq: number): Promise<AuditRow[]>;
  /** Ids of chains after one, in order, for a walk over all. */
  chainIds(after: string, limit: number): Promise<string[]>;
}

export const auditStore = perDatabase(build);

const value = sql.placeholder;

function build(db: Database): AuditStore {
  const heads = new BoundedCache<string, Head>(LIMITS.headCacheMax);
  const { last, page, bySeq, events, chains } = queries(db);
  const insert = db.orm
    .insert(auditRecords)
    .values(
      slots(
        auditRecords,
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
      ),
    )
    .prepare();
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
      if (head) heads.set(chainId, head);
      else heads.delete(chainId);
    },
    append: (row) => statementOf(insert, { ...row }),
    page: async (chainId, after, limit) =>
      (await page.all({ chainId, after, limit })) as AuditRow[],
    seqOf: async (chainId, hash) => (await bySeq.get({ chainId, hash }))?.seq,
    events: async (chainId, after) =>
      (await events.all({ chainId, after })) as AuditRow[],
    chainIds: async (after, limit) =>
      (await chains.all({ after, limit })).map((row) => row.chainId),
  };
}

function queries({ orm }: Database) {
  const inChain = eq(auditRecords.chainId, value("chainId"));
  const last = orm
    .select({
      seq: auditRecords.seq,
      hash: auditRecords.hash,
      eventSeq: auditRecords.eventSeq,
    })
    .from(auditRecords)
    .where(inChain)
    .orderBy(desc(auditRecords.seq))
    .limit(1)
    .prepare();
  const page = orm
    .select()
    .from(auditRecords)
    .where(and(inChain, gt(auditRecords.seq, value("after"))))
    .orderBy(asc(auditRecords.seq))
    .limit(value("limit"))
    .prepare();
  const bySeq = orm
    .select({ seq: auditRecords.seq })
    .from(auditRecords)
    .where(and(inChain, eq(auditRecords.hash, value("hash"))))
    .prepare();
  const events = orm
    .select()
    .from(auditRecords)
    .where(
      and(
        inChain,
        // An event's number never passes its record's, so the key narrows it.
        gt(auditRecords.seq, value("after")),
        gt(auditRecords.eventSeq, value("after")),
        isNotNull(auditRecords.event),
      ),
    )
    .orderBy(asc(auditRecords.seq))
    .limit(LIMITS.streamReplayMax)
    .prepare();
  const chains = orm
    .selectDistinct({ chainId: auditRecords.chainId })
    .from(auditRecords)
    .where(gt(auditRecords.chainId, value("after")))
    .orderBy(asc(auditRecords.chainId))
    .limit(value("limit"))
    .prepare();
  return { last, page, bySeq, events, chains };
}
