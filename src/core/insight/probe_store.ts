import { sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { withinTime } from "../base/time.ts";
import type { Database } from "../db/database.ts";
import { StorageError } from "../db/failure.ts";
import type { Statement } from "../db/statement.ts";

/** An unchanged row would not be written at all. */
const PROBE: Statement = {
  sql: `INSERT INTO probes (id, times) VALUES (1, 1)
    ON CONFLICT (id) DO UPDATE SET times = times + 1`,
  args: [],
};

/**
 * Reads, and writes one row through to the disk.
 * @throws StorageError, also if that takes too long
 */
export async function probe(
  db: Pick<Database, "orm" | "commit">,
): Promise<void> {
  const done = Promise.all([db.orm.values(sql`SELECT 1`), db.commit([PROBE])]);
  await withinTime(LIMITS.readyWaitMs, done, () => {
    const why = "Cannot write: the database takes too long";
    throw new StorageError(why, { action: "write" });
  });
}
