import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { MicroUsdc } from "../../base/money.ts";
import type { Currency } from "../../base/rails/chain.ts";
import { bounded } from "../../db/bounded.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { rowSlots } from "../../db/slots.ts";
import type { Statement } from "../../db/statement.ts";
import { statementOf } from "../../db/statement.ts";
import { paymentDays } from "../../db/tables/ledger_schema.ts";

/** The sums that moved for an account in a number of days. */
export interface DaySums {
  readonly received: MicroUsdc;
  readonly receipts: number;
  readonly fees: MicroUsdc;
  readonly paid: MicroUsdc;
  readonly payments: number;
  readonly returned: MicroUsdc;
  readonly refunded: MicroUsdc;
}

/** Days since the epoch; the last one is excluded. */
export interface Days {
  readonly from: number;
  readonly before: number;
}

/** An addition to one day of an account. */
export interface DayAdded extends Partial<DaySums> {
  readonly accountId: string;
  readonly day: number;
  readonly currency: Currency;
}

/** Adds up days: one row for each day and currency, however much moved. */
export const totalsStore = perDatabase(makeTotalsStore);

const NONE: DaySums = {
  received: 0,
  receipts: 0,
  fees: 0,
  paid: 0,
  payments: 0,
  returned: 0,
  refunded: 0,
};

const value = sql.placeholder;
const sumOf = (name: keyof DaySums) =>
  sql<number>`coalesce(sum(${paymentDays[name]}), 0)`;
const added = (name: keyof DaySums) =>
  sql.raw(`"${name}" + excluded."${name}"`);

function makeTotalsStore({ orm }: Database) {
  const sums = orm
    .select({
      received: sumOf("received"),
      receipts: sumOf("receipts"),
      fees: sumOf("fees"),
      paid: sumOf("paid"),
      payments: sumOf("payments"),
      returned: sumOf("returned"),
      refunded: sumOf("refunded"),
    })
    .from(paymentDays)
    .where(
      and(
        eq(paymentDays.accountId, value("accountId")),
        gte(paymentDays.day, value("from")),
        lt(paymentDays.day, value("before")),
        eq(paymentDays.currency, value("currency")),
        bounded("a row for each day of a period"),
      ),
    )
    .prepare();
  const add = orm
    .insert(paymentDays)
    .values(rowSlots(paymentDays))
    .onConflictDoUpdate({
      target: [paymentDays.accountId, paymentDays.day, paymentDays.currency],
      set: {
        received: added("received"),
        receipts: added("receipts"),
        fees: added("fees"),
        paid: added("paid"),
        payments: added("payments"),
        returned: added("returned"),
        refunded: added("refunded"),
      },
    })
    .prepare();
  return {
    sums: async (
      accountId: string,
      days: Days,
      currency: Currency,
    ): Promise<DaySums> =>
      (await sums.get({ accountId, ...days, currency })) ?? NONE,
    add: (day: DayAdded): Statement => statementOf(add, { ...NONE, ...day }),
  };
}
