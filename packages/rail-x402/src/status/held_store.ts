import { sql } from "drizzle-orm";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { bounded } from "../../../../src/core/db/bounded.ts";
import type { Database } from "../../../../src/core/db/database.ts";
import { perDatabase } from "../../../../src/core/db/per_database.ts";
import { chainIntents } from "../../../../src/core/db/tables/chain_schema.ts";

/**
 * Finally held sums of which no part was decided, by the operator and the token of their
 * terms: the operator's key may have changed.
 */
export const heldStore = perDatabase(({ longOrm }: Database) => {
  const held = longOrm
    .select({
      operator: sql<Hex>`json_extract(${chainIntents.terms}, '$.operator')`,
      token: sql<Hex>`json_extract(${chainIntents.terms}, '$.token')`,
      held: sql<number>`sum(${chainIntents.amount})`,
    })
    .from(chainIntents)
    .where(
      sql`${chainIntents.act} = 'hold' and ${chainIntents.state} in ('confirmed', 'settled')
        and not exists (select 1 from chain_intents ending
          where ending.payment_id = ${chainIntents.paymentId} and ending.act in ('capture', 'void'))
        and ${bounded("every hold that ever was, where everything is verified")}`,
    )
    .groupBy(sql`1, 2`)
    .prepare();
  return { held: () => held.all() };
});
