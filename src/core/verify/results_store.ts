import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { upkeepResults } from "../db/tables/upkeep_schema.ts";

/** The result of the newest backup or verification. */
export type UpkeepResult = typeof upkeepResults.$inferSelect;

/** The newest result of each kind, which survives the process. */
export const resultsStore = perDatabase(({ orm }: Database) => {
  const ofKind = orm
    .select()
    .from(upkeepResults)
    .where(eq(upkeepResults.kind, sql.placeholder("kind")))
    .limit(1)
    .prepare();
  const names = ["kind", "at", "ok", "details", "wellAt", "mark"] as const;
  const { kind: _, ...newer } = slots(upkeepResults, ...names);
  const put = orm
    .insert(upkeepResults)
    .values(slots(upkeepResults, ...names))
    .onConflictDoUpdate({ target: upkeepResults.kind, set: newer })
    .prepare();
  return {
    newest: async (kind: UpkeepResult["kind"]) => await ofKind.get({ kind }),
    put: (result: UpkeepResult): Statement => statementOf(put, result),
  };
});
