import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import type { Statement } from "../../db/statement.ts";
import {
  auditCheckpoints,
  auditHeads,
  logTiles,
} from "../../db/tables/audit_schema.ts";
import type { ReadTile, Tile } from "./log_tree.ts";

const HASH_BYTES = 32;

/** Reads and writes the tiles of the log. */
export const logStore = perDatabase(build);

const value = sql.placeholder;

function build({ orm }: Database) {
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
  const head = orm
    .select()
    .from(auditHeads)
    .where(eq(auditHeads.chainId, value("chainId")))
    .limit(1)
    .prepare();
  const read: ReadTile = async (level, place) => {
    const row = await tile.get({ level, place });
    return row && hashesIn(row.hashes);
  };
  return {
    read,
    /** The end of a chain that the newest checkpoint has, and its place in the log. */
    head: (chainId: string) => head.get({ chainId }),
    ...signedNotes(orm),
    write: (tiles: readonly Tile[]): readonly Statement[] => tiles.map(growing),
  };
}

function signedNotes(orm: Database["orm"]) {
  const { number, logNote, logSize } = auditCheckpoints;
  const at = orm
    .select({ logNote })
    .from(auditCheckpoints)
    .where(eq(logSize, value("size")))
    .limit(1)
    .prepare();
  const kept = orm
    .select({
      first: sql<number | null>`(select min(number) from audit_checkpoints)`,
      last: sql<number | null>`(select max(number) from audit_checkpoints)`,
    })
    .from(sql`(select 1)`)
    .prepare();
  const some = orm
    .select({ logNote })
    .from(auditCheckpoints)
    .where(sql`${number} in (select value from json_each(${value("numbers")}))`)
    .prepare();
  return {
    /** The log that was signed at a size; undefined if it is not kept. */
    noteAt: async (size: number): Promise<string | undefined> =>
      (await at.get({ size }))?.logNote ?? undefined,
    /** Signed logs of the past, so many spread over those that are kept. */
    async notesOver(count: number): Promise<readonly string[]> {
      const { first, last } = (await kept.get()) ?? {};
      const from = first ?? 0;
      const step = Math.max(1, Math.ceil(((last ?? 0) - from) / count));
      const numbers = Array.from(
        { length: count },
        (_, it) => from + it * step,
      );
      const rows = await some.all({ numbers: JSON.stringify(numbers) });
      return rows.flatMap((row) => row.logNote ?? []);
    },
  };
}

const GROW = `insert into log_tiles (level, place, hashes) values (?, ?, ?)
  on conflict (level, place) do update set hashes = excluded.hashes`;

function growing({ level, place, hashes }: Tile): Statement {
  return { sql: GROW, args: [level, place, Buffer.concat(hashes)] };
}

function hashesIn(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.floor(bytes.length / HASH_BYTES);
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}
