import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { clockWords } from "../db/tables/time_schema.ts";

/** The operator's word that the clock is right. */
export interface ClockStore {
  /** What the clock showed when the last word was given. */
  word(): Promise<number | undefined>;
  give(now: number): Statement;
}

export const clockStore = perDatabase(build);

const ONLY = 1;

function build({ orm }: Database): ClockStore {
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
  return {
    word: async () => (await last.get())?.givenAt,
    give: (now) => statementOf(give, { now }),
  };
}
