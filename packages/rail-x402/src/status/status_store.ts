import { asc, eq, inArray, sql } from "drizzle-orm";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { bounded } from "../../../../src/core/db/bounded.ts";
import type { Database } from "../../../../src/core/db/database.ts";
import { perDatabase } from "../../../../src/core/db/per_database.ts";
import {
  chainIntents,
  chainTransactions,
} from "../../../../src/core/db/tables/chain_schema.ts";
import { payments } from "../../../../src/core/db/tables/conversation_schema.ts";
import { OPEN_STATES } from "../transaction_states.ts";

/** The state of the money on a chain, for the operator. */
export const statusStore = perDatabase(({ longOrm }: Database) => {
  const transactions = longOrm
    .select({
      hash: chainTransactions.hash,
      state: sql<(typeof OPEN_STATES)[number]>`${chainTransactions.state}`,
      ...{ nonce: chainTransactions.nonce, attempt: chainTransactions.attempt },
      ...{ reorganised: chainTransactions.reorganised },
      builtAt: chainTransactions.builtAt,
      act: chainIntents.act,
      conversationId: chainIntents.conversationId,
    })
    .from(chainTransactions)
    .innerJoin(chainIntents, eq(chainIntents.id, chainTransactions.intentId))
    .where(inArray(chainTransactions.state, [...OPEN_STATES]))
    .orderBy(asc(chainTransactions.nonce), asc(chainTransactions.attempt))
    .limit(LIMITS.chainTransactionsOpenMax)
    .prepare();
  // A hold at another service needs nothing of this one's operator.
  const unsettled = sql`${chainIntents.state} in ('open', 'confirmed', 'refused') and ${chainIntents.isWatched} = 0`;
  const movements = longOrm
    .select({
      state: sql<"open" | "confirmed" | "refused">`${chainIntents.state}`,
      count: sql<number>`count(*)`,
      oldest: sql<number>`min(${chainIntents.createdAt})`,
    })
    .from(chainIntents)
    .where(sql`${unsettled} and ${bounded("what is not settled")}`)
    .groupBy(chainIntents.state)
    .prepare();
  const troubled = longOrm
    .select({
      id: chainIntents.id,
      act: chainIntents.act,
      state: sql<"open" | "refused">`${chainIntents.state}`,
      conversationId: chainIntents.conversationId,
      problem: sql<string>`${chainIntents.problem}`,
    })
    .from(chainIntents)
    .where(
      sql`${unsettled} and ${chainIntents.state} in ('open', 'refused') and ${chainIntents.problem} is not null`,
    )
    .orderBy(asc(chainIntents.id))
    .limit(LIMITS.chainIntentsPageMax)
    .prepare();
  const payment = longOrm
    .select({
      ...{ status: payments.status, price: payments.price },
      ...{ released: payments.released, returned: payments.returned },
      refunded: payments.refunded,
    })
    .from(payments)
    .where(eq(payments.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
  const held = longOrm
    .select({
      count: sql<number>`count(*)`,
      amount: sql<number>`coalesce(sum(${payments.price} - ${payments.released} - ${payments.returned}), 0)`,
    })
    .from(payments)
    .where(
      sql`${payments.status} = 'held' and ${payments.rail} = 'x402' and ${bounded("what is held now")}`,
    )
    .prepare();
  return {
    /** The number and sum of prices that conversations show as held. */
    held: async () => (await held.get()) ?? { count: 0, amount: 0 },
    /** The price in the conversation; undefined if there is no such payment. */
    payment: (id: string) => payment.get({ id }),
    /** Pending ones, by nonce. */
    transactions: () => transactions.all(),
    /** The number of movements by state, and since when the oldest is open. */
    async movements() {
      const found = new Map(
        (await movements.all()).map((it) => [it.state, it]),
      );
      const { count: open = 0, oldest: oldestOpen } = found.get("open") ?? {};
      const confirmed = found.get("confirmed")?.count ?? 0;
      const refused = found.get("refused")?.count ?? 0;
      return { oldestOpen, open, confirmed, refused };
    },
    /** Stuck movements, and why. */
    troubled: () => troubled.all(),
  };
});
