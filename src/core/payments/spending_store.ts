import { and, eq, sql } from "drizzle-orm";
import type { MicroUsdc } from "../base/money.ts";
import type { Currency } from "../base/rails/chain.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { refusedBatches, spending } from "../db/tables/spending_schema.ts";

/** The day of one agent, in one currency. */
export interface SpendingDay {
  readonly credentialId: string;
  /** Days since the epoch, in UTC. */
  readonly day: number;
  readonly currency: Currency;
}

/** A hold added to the day, and the day's maximum. */
export interface Spend extends SpendingDay {
  readonly spent: MicroUsdc;
  readonly perDay: MicroUsdc;
}

/** Counts what agents with a daily limit have held on a day. */
export const spendingStore = perDatabase(makeSpendingStore);

function makeSpendingStore({ orm }: Database) {
  const find = orm
    .select({ spent: spending.spent })
    .from(spending)
    .where(
      and(
        eq(spending.credentialId, sql.placeholder("credentialId")),
        eq(spending.day, sql.placeholder("day")),
        eq(spending.currency, sql.placeholder("currency")),
      ),
    )
    .limit(1)
    .prepare();
  const add = orm
    .insert(spending)
    .values(rowSlots(spending))
    .onConflictDoUpdate({
      target: [spending.credentialId, spending.day, spending.currency],
      set: {
        spent: sql`${spending.spent} + excluded.spent`,
        perDay: sql`excluded.per_day`,
      },
    })
    .prepare();
  const guardOpen = orm
    .insert(refusedBatches)
    .select(
      sql`select id from accounts where id in (${sql.placeholder("payerId")}, ${sql.placeholder("payeeId")}) and disabled_at is not null`,
    )
    .prepare();
  return {
    /**
     * Writes nothing, or makes the database refuse the batch if one of the two accounts is
     * closed.
     */
    guardOpen: (payerId: string, payeeId: string | null) =>
      statementOf(guardOpen, { payerId, payeeId }),
    /** Micro-USDC held on a day so far. */
    spent: async (day: SpendingDay) => (await find.get({ ...day }))?.spent ?? 0,
    /** Adds to the day; the database refuses the batch above the limit. */
    add: (spend: Spend) => statementOf(add, { ...spend }),
  };
}
