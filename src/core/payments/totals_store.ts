import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { MicroUsdc } from "../base/money.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { paymentDays } from "../db/tables/ledger_schema.ts";

/** What moved for an account in some days. */
export interface DaySums {
  readonly received: MicroUsdc;
  readonly receipts: number;
  readonly fees: MicroUsdc;
  readonly paid: MicroUsdc;
  readonly payments: number;
  readonly returned: MicroUsdc;
  readonly refunded: MicroUsdc;
}

/** Days since the epoch, the last one not included. */
export interface Days {
  readonly from: number;
  readonly before: number;
}

/** Adds up days: a row for each, however much moved in it. */
export const totalsStore = perDatabase(build);

const value = sql.placeholder;
const sumOf = (name: keyof DaySums) =>
  sql<number>`coalesce(sum(${paymentDays[name]}), 0)`;

function build({ orm }: Database) {
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
        bounded("a row for each day of a period"),
      ),
    )
    .prepare();
  return {
    sums: async (accountId: string, days: Days): Promise<DaySums> =>
      (await sums.get({ accountId, ...days })) ?? NONE,
  };
}

const NONE: DaySums = {
  received: 0,
  receipts: 0,
  fees: 0,
  paid: 0,
  payments: 0,
  returned: 0,
  refunded: 0,
};
