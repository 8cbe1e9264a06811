import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { statementOf } from "../db/statement.ts";
import { clockDoubts, clockWords } from "../db/tables/time_schema.ts";

/** A clock found running ahead: its time, and the time of a right one. */
export interface KeptDoubt {
  readonly rightAt: number;
  readonly aheadAt: number;
}

/** The state of the clock: a doubt, and the operator's confirmation that it is right. */
export const clockStore = perDatabase(makeClockStore);

const ONLY = 1;

function makeClockStore({ orm }: Database) {
  const last = orm
    .select({ givenAt: clockWords.givenAt })
    .from(clockWords)
    .where(eq(clockWords.id, ONLY))
    .limit(1)
    .prepare();
  const give = orm
    .insert(clockWords)
    .values({ id: ONLY, givenAt: sql.placeholder("now") })
    .onConflictDoUpdate({
      target: clockWords.id,
      set: { givenAt: sql`${sql.placeholder("now")}` },
    })
    .prepare();
  const doubt = orm
    .select({ rightAt: clockDoubts.rightAt, aheadAt: clockDoubts.aheadAt })
    .from(clockDoubts)
    .where(eq(clockDoubts.id, ONLY))
    .limit(1)
    .prepare();
  const keep = orm
    .insert(clockDoubts)
    .values({
      id: ONLY,
      rightAt: sql.placeholder("rightAt"),
      aheadAt: sql.placeholder("aheadAt"),
    })
    // The first doubt knows when the clock was right.
    .onConflictDoNothing()
    .prepare();
  const endDoubt = orm
    .delete(clockDoubts)
    .where(eq(clockDoubts.id, ONLY))
    .prepare();
  return {
    /** The doubt that no node has ended yet. */
    doubt: () => doubt.get(),
    keep: (kept: KeptDoubt) => statementOf(keep, { ...kept }),
    endDoubt: () => statementOf(endDoubt, {}),
    /** The clock's time at the last confirmation. */
    word: async () => (await last.get())?.givenAt,
    give: (now: number) => statementOf(give, { now }),
  };
}
