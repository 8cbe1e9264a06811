import { sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { chainIntents } from "../../db/tables/chain_schema.ts";

/** Movements on a chain, as a service without its rail sees them. */
export const openMovementStore = perDatabase(({ orm }: Database) => {
  const open = orm
    .select({ id: chainIntents.id })
    .from(chainIntents)
    .where(
      // Written as in the index, or SQLite does not use it.
      sql`${chainIntents.state} in ('open', 'confirmed', 'refused') and ${chainIntents.state} = 'open'`,
    )
    .limit(1)
    .prepare();
  return {
    /** True if a movement was decided that the chain has not done. */
    isAny: async () => (await open.get()) !== undefined,
  };
});
