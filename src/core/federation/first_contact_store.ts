import { sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { foreignAccounts } from "../db/tables/data/federation_schema.ts";

/** How the accounts of another service came. */
export const firstContactStore = perDatabase(({ orm }: Database) => {
  const { createdAt, origin } = foreignAccounts;
  const ofOrigin = orm
    .select({
      firstAt: sql<number | null>`min(${createdAt})`,
      today: sql<number>`count(*) filter (where ${createdAt} > ${sql.placeholder("since")})`,
    })
    .from(foreignAccounts)
    .where(sql`${origin} = ${sql.placeholder("origin")}`)
    .limit(1)
    .prepare();
  return {
    /** When the first account of a service came, and how many have come since a time. */
    async ofOrigin(origin: string, since: number) {
      const found = await ofOrigin.get({ origin, since });
      return found ?? { firstAt: null, today: 0 };
    },
  };
});
