import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../src/core/db/database.ts";
import { perDatabase } from "../../../src/core/db/per_database.ts";
import { slots } from "../../../src/core/db/slots.ts";
import type { Statement } from "../../../src/core/db/statement.ts";
import { statementOf } from "../../../src/core/db/statement.ts";
import {
  chainIntents,
  chainSeen,
  chainTransactions,
} from "../../../src/core/db/tables/chain_schema.ts";

/** The rows to compare the escrow's events with. */
export const eventsStore = perDatabase(makeEventsStore);

const at = sql.placeholder;

function makeEventsStore({ orm }: Database) {
  const seen = orm
    .select()
    .from(chainSeen)
    .where(eq(chainSeen.escrow, at("escrow")))
    .limit(1)
    .prepare();
  const holdBy = orm
    .select()
    .from(chainIntents)
    .where(eq(chainIntents.hash, at("hash")))
    .limit(1)
    .prepare();
  const paymentOf = orm
    .select({ paymentId: chainIntents.paymentId })
    .from(chainTransactions)
    .innerJoin(chainIntents, eq(chainIntents.id, chainTransactions.intentId))
    .where(eq(chainTransactions.hash, at("hash")))
    .limit(1)
    .prepare();
  const setSeen = orm
    .insert(chainSeen)
    .values(slots(chainSeen, "escrow", "block"))
    .onConflictDoUpdate({
      target: chainSeen.escrow,
      set: { block: sql`max(${chainSeen.block}, excluded.block)` },
    })
    .prepare();
  const setFinal = orm
    .insert(chainSeen)
    .values(slots(chainSeen, "escrow", "block", "finalBlock"))
    .onConflictDoUpdate({
      target: chainSeen.escrow,
      set: {
        finalBlock: sql`max(coalesce(${chainSeen.finalBlock}, 0), excluded.final_block)`,
      },
    })
    .prepare();
  const setFailing = orm
    .update(chainSeen)
    .set({
      failingSince: sql`iif(${at("problem")} is null, null, coalesce(${chainSeen.failingSince}, ${at("now")}))`,
      ...slots(chainSeen, "problem"),
    })
    .where(eq(chainSeen.escrow, at("escrow")))
    .prepare();
  return {
    /** The last block that was compared; undefined before the first. */
    seen: async (escrow: string) => (await seen.get({ escrow }))?.block,
    /** The newest final block ever seen; 0 before the first. */
    finalBlock: async (escrow: string) =>
      (await seen.get({ escrow }))?.finalBlock ?? 0,
    /** Blocks before the first final one do not concern this service. */
    setFinal: (escrow: string, finalBlock: number): Statement =>
      statementOf(setFinal, { escrow, finalBlock, block: finalBlock - 1 }),
    /** The hold with this name in the escrow. */
    holdBy: (hash: string) => holdBy.get({ hash }),
    /** The payment of one of our transactions. */
    paymentOf: async (transaction: string) =>
      (await paymentOf.get({ hash: transaction }))?.paymentId,
    /** Since when passes over the chain fail, and why; undefined while they do not. */
    async failing(escrow: string) {
      const { failingSince, problem } = (await seen.get({ escrow })) ?? {};
      return failingSince && problem ? { failingSince, problem } : undefined;
    },
    /** Records why a pass failed; null for a complete one. */
    setFailing: (
      escrow: string,
      problem: string | null,
      now: number,
    ): Statement => statementOf(setFailing, { escrow, problem, now }),
    setSeen: (escrow: string, block: number): Statement =>
      statementOf(setSeen, { escrow, block }),
  };
}
