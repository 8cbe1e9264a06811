import { and, eq, sql } from "drizzle-orm";
import type { MicroUsdc } from "../base/money.ts";
import type { Currency } from "../base/rails/chain.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { agentSpending } from "../db/tables/spending_schema.ts";

/** Instead of a credential or a payee: the sum of all of them. */
export const ALL = "";

/** One sum of a day in one currency, with its maximum; null means no limit. */
export interface DaySum {
  readonly accountId: string;
  readonly credentialId: string;
  readonly payee: string;
  /** Days since the epoch, in UTC. */
  readonly day: number;
  readonly currency: Currency;
  readonly most: MicroUsdc | null;
}

/** Counts what agents have held without approval. */
export const agentSpendingStore = perDatabase(makeAgentSpendingStore);

const KEY = [
  agentSpending.accountId,
  agentSpending.credentialId,
  agentSpending.payee,
  agentSpending.day,
  agentSpending.currency,
];

function makeAgentSpendingStore({ orm }: Database) {
  const find = orm
    .select({ spent: agentSpending.spent })
    .from(agentSpending)
    .where(
      and(
        eq(agentSpending.accountId, sql.placeholder("accountId")),
        eq(agentSpending.credentialId, sql.placeholder("credentialId")),
        eq(agentSpending.payee, sql.placeholder("payee")),
        eq(agentSpending.day, sql.placeholder("day")),
        eq(agentSpending.currency, sql.placeholder("currency")),
      ),
    )
    .limit(1)
    .prepare();
  const add = orm
    .insert(agentSpending)
    .values(rowSlots(agentSpending))
    .onConflictDoUpdate({
      target: KEY,
      set: {
        spent: sql`${agentSpending.spent} + excluded.spent`,
        most: sql`excluded.most`,
      },
    })
    .prepare();
  return {
    spent: async (counter: Omit<DaySum, "most">) =>
      (await find.get({ ...counter }))?.spent ?? 0,
    /** Adds to the sum; the database refuses the batch above the maximum. */
    add: (hold: DaySum & { readonly spent: MicroUsdc }) =>
      statementOf(add, { ...hold }),
  };
}
