import { and, eq, gt, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { ledgerEntries, ledgerTransfers } from "../db/tables/ledger_schema.ts";
import type { RailFault, RailPayment } from "./rail_port.ts";
import { ACCOUNT_GONE } from "./verify_store.ts";

/** Reads that check the ledger against itself and against the payments. */
export const reconcileStore = perDatabase(makeReconcileStore);

function makeReconcileStore({ orm, longOrm }: Database) {
  const movements = orm
    .select({
      kind: ledgerTransfers.kind,
      amount: sql<number>`sum(${ledgerEntries.amount})`,
    })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .where(
      and(
        eq(ledgerTransfers.paymentId, sql.placeholder("paymentId")),
        gt(ledgerEntries.amount, 0),
      ),
    )
    .groupBy(ledgerTransfers.kind)
    .prepare();
  return {
    /** The escrow and refunds of a payment; undefined if no money ever moved. */
    payment: async (paymentId: string): Promise<RailPayment | undefined> => {
      const rows = await movements.all({ paymentId });
      if (rows.length === 0) return undefined;
      const sums = new Map(rows.map((row) => [row.kind, row.amount]));
      const of = (kind: (typeof rows)[number]["kind"]) => sums.get(kind) ?? 0;
      const released = of("release") + of("fee");
      const voided = of("void");
      const held = of("hold") - released - voided;
      return { held, released, voided, refunded: of("refund") };
    },
    /** At most `LIMITS.ledgerFaultsMax` mismatches of each kind. */
    faults: (): Promise<readonly RailFault[]> =>
      longOrm
        .select({ about: sql<string>`about`, problem: sql<string>`problem` })
        .from(sql`(${FAULTS})`)
        .all(),
  };
}

/** Escrow and refunded amount by payment. */
const BOOKED = sql`
  select y.id, y.status, y.price, y.released, y.returned, y.refunded,
    iif(y.status = 'held', y.price - y.released - y.returned, 0) as held,
    coalesce((select balance from ledger_accounts where id = 'escrow:' || y.id), 0) as escrow,
    (select coalesce(sum(e.amount), 0) from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      where t.payment_id = y.id and t.kind in ('release', 'fee') and e.amount > 0) as paid,
    (select coalesce(sum(e.amount), 0) from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      where t.payment_id = y.id and t.kind = 'refund' and e.amount > 0) as given_back
  from payments y where y.rail = 'ledger'`;

const MOST = sql.raw(String(LIMITS.ledgerFaultsMax));

const FAULTS = sql`
with booked as (${BOOKED}), faults(about, problem) as (
  select * from (
  select a.id, 'its balance is ' || a.balance || ', its entries sum to ' ||
      (select coalesce(sum(amount), 0) from ledger_entries where account_id = a.id)
    from ledger_accounts a
    where a.balance <> (select coalesce(sum(amount), 0) from ledger_entries where account_id = a.id)
  limit ${MOST})
  union all
  select * from (
  select e.account_id, '${sql.raw(ACCOUNT_GONE)}' from ledger_entries e
    where not exists (select 1 from ledger_accounts where id = e.account_id)
    group by e.account_id
  limit ${MOST})
  union all
  select * from (
  select t.id, 'its entries sum to ' ||
      (select coalesce(sum(amount), 0) from ledger_entries where transfer_id = t.id)
    from ledger_transfers t
    where (select coalesce(sum(amount), 1) from ledger_entries where transfer_id = t.id) <> 0
  limit ${MOST})
  union all
  select * from (
  select a.id, 'it holds ' || a.balance || ' for no payment' from ledger_accounts a
    where a.kind = 'escrow' and a.balance <> 0
      and not exists (select 1 from payments where id = substr(a.id, length('escrow:') + 1))
  limit ${MOST})
  union all
  select * from (
  select id, 'it is ' || status || ' with a price of ' || price || ', of which ' || held || ' are held, its escrow holds ' || escrow
    from booked where escrow <> held
  limit ${MOST})
  union all
  select * from (
  select id, 'it is ' || status || ' with ' || released || ' of ' || price || ' released and ' || returned || ' returned, the ledger released ' || paid
    from booked where paid <> released or (released > 0) <> (status in ('released', 'refunded') or held > 0 and released > 0)
      or status in ('released', 'refunded') and released + returned <> price
  limit ${MOST})
  union all
  select * from (
  select id, 'it says that ' || refunded || ' were refunded, the ledger ' || given_back
    from booked where refunded <> given_back
  limit ${MOST})
)
select about, problem from faults`;
