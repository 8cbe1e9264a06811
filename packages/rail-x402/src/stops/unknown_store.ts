import { asc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Database } from "../../../../src/core/db/database.ts";
import { perDatabase } from "../../../../src/core/db/per_database.ts";
import { slots } from "../../../../src/core/db/slots.ts";
import type { Statement } from "../../../../src/core/db/statement.ts";
import { statementOf } from "../../../../src/core/db/statement.ts";
import { chainUnknownHolds } from "../../../../src/core/db/tables/chain_schema.ts";

/** Holds under the operator's name without a row. */
export const unknownStore = perDatabase(makeUnknownStore);

const at = sql.placeholder;

function makeUnknownStore({ orm }: Database) {
  const open = orm
    .select()
    .from(chainUnknownHolds)
    .where(sql`${chainUnknownHolds.amount} > 0`)
    .orderBy(asc(chainUnknownHolds.foundAt))
    .limit(LIMITS.chainIntentsPageMax)
    .prepare();
  const byHash = orm
    .select()
    .from(chainUnknownHolds)
    .where(eq(chainUnknownHolds.hash, at("hash")))
    .limit(1)
    .prepare();
  const add = orm
    .insert(chainUnknownHolds)
    .values(slots(chainUnknownHolds, "hash", "madeBy", "amount", "foundAt"))
    .onConflictDoNothing()
    .prepare();
  const lessen = orm
    .update(chainUnknownHolds)
    .set({
      amount: sql`max(0, ${chainUnknownHolds.amount} - ${at("amount")})`,
    })
    .where(eq(chainUnknownHolds.hash, at("hash")))
    .prepare();
  return {
    /** The oldest of those that the escrow still holds an amount of. */
    open: () => open.all(),
    byHash: (hash: string) => byHash.get({ hash }),
    add: (hold: typeof chainUnknownHolds.$inferSelect): Statement =>
      statementOf(add, hold),
    /** Records that an amount of it was captured or returned. */
    lessen: (hash: string, amount: number): Statement =>
      statementOf(lessen, { hash, amount }),
  };
}
