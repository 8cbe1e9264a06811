import { and, eq, lt, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { leases } from "../db/tables/lease_schema.ts";

/** Takes, renews and releases leases. */
export const leaseStore = perDatabase(makeLeaseStore);

/** The nodes' clocks may differ, so the database's clock counts. */
const NOW = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;

function makeLeaseStore({ libraryOrm: orm }: Database) {
  return {
    /** Takes a lease that is free or its own; undefined if another node has it. */
    async take(name: string, holder: string) {
      const until = sql`${NOW} + ${LIMITS.leaseMs}`;
      const isOwn = eq(leases.holder, holder);
      const [row] = await orm
        .insert(leases)
        .values({ name, holder, token: 1, until })
        .onConflictDoUpdate({
          target: leases.name,
          set: {
            token: sql`iif(${isOwn}, ${leases.token}, ${leases.token} + 1)`,
            holder,
            until,
          },
          setWhere: sql`${isOwn} or ${lt(leases.until, NOW)}`,
        })
        .returning({ token: leases.token });
      return row?.token;
    },
    async giveBack(name: string, holder: string) {
      await orm
        .update(leases)
        .set({ until: 0 })
        .where(and(eq(leases.name, name), eq(leases.holder, holder)));
    },
  };
}
