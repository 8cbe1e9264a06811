import { sql } from "drizzle-orm";
import type { CommandCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";

/**
 * Rewrites a part of the word index. Deleted rows are only marked, and their words stay in
 * the pages until these are merged. False once no word deleted before the first part can
 * remain: nothing is marked, or every part from the beginning has been merged.
 */
export const mergeWords = perDatabase(makeMergeWords);

const PAGES = LIMITS.wordMergePages;
const MERGE = "insert into words (words, rank) values ('merge', ?)";

/** Pages of the index from this id on are marks (FTS5_TOMBSTONE_ROWID of SQLite). */
const MARKS_FROM = sql.raw(String(2 ** 53));

function makeMergeWords({ orm, longOrm }: Database) {
  const pages = sql`words_data`;
  const marked = orm
    // The id itself exceeds a number.
    .select({ one: sql<number>`1` })
    .from(pages)
    .where(sql`id >= ${MARKS_FROM}`)
    .limit(1)
    .prepare();
  const all = longOrm
    .select({ count: sql<number>`count(*)` })
    .from(pages)
    .where(bounded("once a run, and the run writes as many"))
    .prepare();
  // Others write meanwhile, and some parts merge their writes.
  const parts = async () =>
    2 * Math.ceil(((await all.get())?.count ?? 0) / PAGES);
  /** The remaining parts of each run; after a stop it starts again. */
  const left = new Map<string, number>();
  return async (call: CommandCall, run: string): Promise<boolean> => {
    const before = left.get(run);
    if (before === 0 || !(await marked.get())) {
      call.committed(() => left.delete(run));
      return false;
    }
    const isFirst = before === undefined;
    // A negative number merges everything; a positive one continues.
    call.write({ sql: MERGE, args: [isFirst ? -PAGES : PAGES] });
    const after = isFirst ? await parts() : before - 1;
    call.committed(() => left.set(run, after));
    return true;
  };
}
