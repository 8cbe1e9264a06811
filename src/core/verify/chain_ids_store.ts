import { asc, gt, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { auditRecords } from "../db/tables/audit_schema.ts";

const value = sql.placeholder;

/** The chains, and those that have grown. */
export const chainIdsStore = perDatabase(({ longOrm }: Database) => {
  const { chainId, place } = auditRecords;
  const inOrder = longOrm
    .select({ chainId, records: sql<number>`count(*)` })
    .from(auditRecords)
    .where(gt(chainId, value("after")))
    .groupBy(chainId)
    .orderBy(asc(chainId))
    .limit(LIMITS.verifyChainsAtOnce)
    .prepare();
  const grown = longOrm
    .select({ chainId, place })
    .from(auditRecords)
    .where(gt(place, value("after")))
    .orderBy(asc(place))
    .limit(LIMITS.verifyOwnersAtOnce)
    .prepare();
  return {
    /** Chains after one, in order, with their number of records. */
    inOrder: (after: string) => inOrder.all({ after }),
    /** The chains of the records after a place in the order of writing. */
    grown: (after: number) => grown.all({ after }),
  };
});
