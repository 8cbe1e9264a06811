import { desc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { bounded } from "../../../../src/core/db/bounded.ts";
import type { Database } from "../../../../src/core/db/database.ts";
import { perDatabase } from "../../../../src/core/db/per_database.ts";
import {
  chainIntents,
  chainTransactions,
} from "../../../../src/core/db/tables/chain_schema.ts";

/** The most gas that recent transactions used, by act. */
export const gasStore = perDatabase(({ longOrm }: Database) => {
  const newest = longOrm
    .select({
      intentId: chainTransactions.intentId,
      gasUsed: chainTransactions.gasUsed,
    })
    .from(chainTransactions)
    .orderBy(desc(chainTransactions.nonce))
    .limit(LIMITS.chainGasOfNewest)
    .as("newest");
  const gas = longOrm
    .select({
      act: chainIntents.act,
      most: sql<number>`max(${newest.gasUsed})`,
      count: sql<number>`count(*)`,
    })
    .from(newest)
    .innerJoin(chainIntents, eq(chainIntents.id, newest.intentId))
    .where(
      sql`${newest.gasUsed} is not null and ${bounded("the newest transactions alone")}`,
    )
    .groupBy(chainIntents.act)
    .prepare();
  return {
    /** The most gas that one of each act took. */
    newest: () => gas.all(),
  };
});
