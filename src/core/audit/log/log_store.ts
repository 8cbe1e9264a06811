import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { ReadTile, Tile } from "../../../../packages/verify/src/tiles.ts";
import { hashesIn } from "../../../../packages/verify/src/tiles.ts";
import { LIMITS } from "../../base/limits.ts";
import { bounded } from "../../db/bounded.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import type { Statement } from "../../db/statement.ts";
import {
  auditRecords,
  logCheckpoints,
  logEnds,
  logTiles,
} from "../../db/tables/audit_schema.ts";

/** A signed checkpoint of the log as stored. */
export type LogCheckpoint = Readonly<typeof logCheckpoints.$inferSelect>;

/** A leaf of the log, and its record. */
export type LoggedEnd = Readonly<typeof logEnds.$inferSelect>;

/** Reads and writes the log. */
export const logStore = perDatabase(makeLogStore);

const value = sql.placeholder;

function makeLogStore(db: Database) {
  return {
    ...tileReads(db),
    ...logCheckpointReads(db),
    ...endReads(db),
    write,
    resign,
  };
}

function tileReads({ orm }: Database) {
  const tile = orm
    .select({ hashes: logTiles.hashes })
    .from(logTiles)
    .where(
      and(
        eq(logTiles.level, value("level")),
        eq(logTiles.place, value("place")),
      ),
    )
    .limit(1)
    .prepare();
  const read: ReadTile = async (level, place) => {
    const row = await tile.get({ level, place });
    return row && hashesIn(row.hashes);
  };
  return { read };
}

function logCheckpointReads({ orm }: Database) {
  const { size, note } = logCheckpoints;
  const newest = orm
    .select()
    .from(logCheckpoints)
    .where(bounded("one, from the end of its key"))
    .orderBy(desc(size))
    .limit(1)
    .prepare();
  const at = orm
    .select({ note })
    .from(logCheckpoints)
    .where(eq(size, value("size")))
    .limit(1)
    .prepare();
  const between = orm
    .select({ size, note })
    .from(logCheckpoints)
    .where(and(gt(size, value("from")), lte(size, value("to"))))
    .orderBy(asc(size))
    .limit(LIMITS.auditSlice)
    .prepare();
  const bounds = orm
    .select({
      first: sql<number | null>`(select min(size) from log_checkpoints)`,
      last: sql<number | null>`(select max(size) from log_checkpoints)`,
    })
    .from(sql`(select 1)`)
    .prepare();
  const some = orm
    .selectDistinct({ note })
    .from(logCheckpoints)
    .where(
      sql`${size} in (select (select min(size) from log_checkpoints where size >= wanted.value) from json_each(${value("sizes")}) as wanted)`,
    )
    .prepare();
  return {
    newest: (): Promise<LogCheckpoint | undefined> => newest.get(),
    /** The note of a size; undefined if it is not stored. */
    noteAt: async (size: number): Promise<string | undefined> =>
      (await at.get({ size }))?.note,
    /** Checkpoints that are larger than one size and not larger than another, in order. */
    between: (from: number, to: number) => between.all({ from, to }),
    /** Notes of the past, this many, spread over the stored ones. */
    async notesOver(count: number): Promise<readonly string[]> {
      const { first, last } = (await bounds.get()) ?? {};
      const from = first ?? 0;
      const step = Math.max(1, Math.ceil(((last ?? 0) - from) / count));
      const sizes = Array.from({ length: count }, (_, it) => from + it * step);
      const rows = await some.all({ sizes: JSON.stringify(sizes) });
      return rows.map((row) => row.note);
    },
  };
}

const OF_RECORD = and(
  eq(auditRecords.chainId, logEnds.chainId),
  eq(auditRecords.first, logEnds.first),
);

/** The records of the leaves, and the records without a leaf. */
function endReads({ orm }: Database) {
  const { place, chainId, first, seq, hash } = auditRecords;
  const added = orm
    .select({ place, chainId, first, seq, hash })
    .from(auditRecords)
    .where(gt(place, value("after")))
    .orderBy(asc(place))
    .limit(LIMITS.auditHeadsAtOnce)
    .prepare();
  const lastPlace = orm
    .select({ place: sql<number | null>`max(${place})` })
    .from(auditRecords)
    .prepare();
  const ends = orm
    .select({
      leaf: logEnds.leaf,
      chainId: logEnds.chainId,
      first: logEnds.first,
      seq,
      hash,
    })
    .from(logEnds)
    .leftJoin(auditRecords, OF_RECORD)
    .where(
      and(gt(logEnds.leaf, value("after")), lte(logEnds.leaf, value("to"))),
    )
    .orderBy(asc(logEnds.leaf))
    .limit(LIMITS.auditHeadsAtOnce)
    .prepare();
  const ofChain = orm
    .select({ leaf: logEnds.leaf, chainId, seq, hash })
    .from(logEnds)
    .innerJoin(auditRecords, OF_RECORD)
    .where(
      and(
        eq(logEnds.chainId, value("chainId")),
        sql`${logEnds.leaf} < ${value("size")}`,
      ),
    )
    .orderBy(desc(logEnds.leaf))
    .limit(1)
    .prepare();
  return {
    /** Records after a place in the order of writing. */
    added: (after: number) => added.all({ after }),
    /** Place of the last record over all chains; 0 if there is none. */
    lastPlace: async () => (await lastPlace.get())?.place ?? 0,
    /** Leaves after one and up to another, each with its record if it exists. */
    ends: (after: number, to: number) => ends.all({ after, to }),
    /** The last end of a chain in the log at a size. */
    endOf: (chainId: string, size: number) => ofChain.get({ chainId, size }),
  };
}

const SIGN =
  "insert into log_checkpoints (size, note, up_to, signed_at) values (?, ?, ?, ?)";
const FORGET = `delete from log_checkpoints where size <= coalesce(
  (select size from log_checkpoints order by size desc limit 1 offset ${LIMITS.auditCheckpointsKept}), -1)`;
const LOG = `insert into log_ends (leaf, chain_id, first)
  select value ->> '$.leaf', value ->> '$.chainId', value ->> '$.first' from json_each(?)`;
const GROW = `insert into log_tiles (level, place, hashes) values (?, ?, ?)
  on conflict (level, place) do update set hashes = excluded.hashes`;

/** Statements for a new checkpoint, with the log's new entries. */
function write(
  { size, note, upTo, signedAt }: LogCheckpoint,
  tiles: readonly Tile[],
  ends: readonly LoggedEnd[],
): readonly Statement[] {
  return [
    ...tiles.map(({ level, place, hashes }) => ({
      sql: GROW,
      args: [level, place, Buffer.concat(hashes)],
    })),
    { sql: LOG, args: [JSON.stringify(ends)] },
    { sql: SIGN, args: [size, note, upTo, signedAt] },
    { sql: FORGET, args: [] },
  ];
}

/** The statement that gives a checkpoint another signature. */
function resign(size: number, note: string): Statement {
  const sql = "update log_checkpoints set note = ? where size = ?";
  return { sql, args: [note, size] };
}
