import { and, eq, gte, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { contacts } from "../../../db/tables/account_schema.ts";

/** The rules' questions about the past. */
export const reviewStore = perDatabase(makeReviewStore);

function makeReviewStore({ orm }: Database) {
  const met = orm
    .select({ count: sql<number>`count(*)` })
    .from(contacts)
    .where(
      and(
        eq(contacts.ownerId, sql.placeholder("ownerId")),
        gte(contacts.createdAt, sql.placeholder("since")),
      ),
    )
    .limit(1)
    .prepare();
  return {
    /** The number of people an account has met since a time. */
    metSince: async (ownerId: string, since: number): Promise<number> =>
      (await met.get({ ownerId, since }))?.count ?? 0,
  };
}
