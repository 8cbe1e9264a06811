import { asc, desc, gt, sql } from "drizzle-orm";
import { BoundedCache } from "../base/cache.ts";
import { ID_PREFIXES } from "../base/ids.ts";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { deflating } from "../db/deflated_text.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { auditRecords } from "../db/tables/audit_schema.ts";
import type { AuditRow, Head, Holds } from "./chain.ts";
import { GENESIS } from "./chain.ts";
import type { Commit } from "./commit_records.ts";
import { IN_CHAIN, LAST_SEQ, recordReads } from "./record_store.ts";

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
  const heads = new BoundedCache<string, Head>(
    LIMITS.headCacheMax,
    "chain_heads",
  );
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
    const pack = JSON.stringify(commit);
    // A single record repeats too little to be worth the time.
    if (more === 0) {
      const bytes = new TextEncoder().encode(pack);
      return [statementOf(insertPacked, { ...packed, pack: bytes })];
    }
    return [deflating(statementOf(insertPacked, { ...packed, pack }), pack)];
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
