import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { ChainEnd } from "../../../packages/verify/src/merkle.ts";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import type { Statement } from "../db/statement.ts";
import {
  auditCheckpoints,
  auditHeads,
  auditRecords,
} from "../db/tables/audit_schema.ts";
import type { LoggedEnd } from "./log/append_log.ts";

/** A checkpoint as it is stored. */
export interface StoredCheckpoint {
  readonly number: number;
  readonly note: string;
  /** Place of the last record that it covers, over all chains. */
  readonly upTo: number;
  /** The log that was signed with it. */
  readonly logSize: number;
  readonly logNote: string;
}

/** Reads and writes the signed accounts of all chains. */
export const checkpointStore = perDatabase(build);

const value = sql.placeholder;

function build(db: Database) {
  return { ...checkpointReads(db), ...recordReads(db), write };
}

function checkpointReads({ orm }: Database) {
  const checkpoint = {
    number: auditCheckpoints.number,
    note: auditCheckpoints.note,
    upTo: auditCheckpoints.upTo,
    logSize: auditCheckpoints.logSize,
    logNote: auditCheckpoints.logNote,
  };
  const newest = orm
    .select(checkpoint)
    .from(auditCheckpoints)
    .where(bounded("one, from the end of its key"))
    .orderBy(desc(auditCheckpoints.number))
    .limit(1)
    .prepare();
  const after = orm
    .select(checkpoint)
    .from(auditCheckpoints)
    .where(gt(auditCheckpoints.number, value("after")))
    .orderBy(asc(auditCheckpoints.number))
    .limit(LIMITS.auditSlice)
    .prepare();
  const end = {
    chainId: auditHeads.chainId,
    seq: auditHeads.seq,
    hash: auditHeads.hash,
    leaf: auditHeads.leaf,
  };
  const heads = orm
    .select(end)
    .from(auditHeads)
    .where(
      and(
        gt(auditHeads.chainId, value("after")),
        lte(auditHeads.chainId, value("upTo")),
      ),
    )
    .orderBy(asc(auditHeads.chainId))
    .limit(LIMITS.auditHeadsAtOnce)
    .prepare();
  const head = orm
    .select(end)
    .from(auditHeads)
    .where(eq(auditHeads.chainId, value("chainId")))
    .limit(1)
    .prepare();
  return {
    newest: (): Promise<StoredCheckpoint | undefined> => newest.get(),
    /** Checkpoints after a number, oldest first. */
    after: (number: number) => after.all({ after: number }),
    /** Ends of chains in order, as the newest checkpoint has them. */
    heads: (from: string, upTo: string) => heads.all({ after: from, upTo }),
    head: (chainId: string): Promise<ChainEnd | undefined> =>
      head.get({ chainId }),
  };
}

/** Records in the order in which they were written, over all chains. */
function recordReads({ orm }: Database) {
  const added = orm
    .select({
      place: sql<number>`rowid`,
      chainId: auditRecords.chainId,
      seq: sql<number>`${auditRecords.seq} + ${auditRecords.more}`,
      hash: auditRecords.hash,
    })
    .from(auditRecords)
    .where(sql`rowid > ${value("after")}`)
    .orderBy(sql`rowid`)
    .limit(LIMITS.auditHeadsAtOnce)
    .prepare();
  const lastPlace = orm
    .select({ place: sql<number | null>`max(rowid)` })
    .from(auditRecords)
    .prepare();
  return {
    /** Place of the last record over all chains; 0 if there is none. */
    lastPlace: async () => (await lastPlace.get())?.place ?? 0,
    added: (place: number) => added.all({ after: place }),
  };
}

const INSERT =
  "insert into audit_checkpoints (number, note, up_to, log_size, log_note) values (?, ?, ?, ?, ?)";
const MOVE = `insert into audit_heads (chain_id, seq, hash, leaf)
  select value ->> '$.chainId', value ->> '$.seq', unhex(value ->> '$.hash'), value ->> '$.leaf' from json_each(?) where true
  on conflict (chain_id) do update set seq = excluded.seq, hash = excluded.hash, leaf = excluded.leaf`;
const FORGET = "delete from audit_checkpoints where number <= ?";

/** Statements of a new checkpoint and of the ends that have moved since. */
function write(
  { number, note, upTo, logSize, logNote }: StoredCheckpoint,
  ends: readonly LoggedEnd[],
): readonly Statement[] {
  return [
    { sql: INSERT, args: [number, note, upTo, logSize, logNote] },
    { sql: MOVE, args: [JSON.stringify(ends)] },
    { sql: FORGET, args: [number - LIMITS.auditCheckpointsKept] },
  ];
}
