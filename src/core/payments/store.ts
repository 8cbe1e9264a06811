import { and, eq, gt, sql } from "drizzle-orm";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
} from "../db/tables/ledger_schema.ts";

/** Reads of the ledger, and its statements, prepared once. */
export const ledgerStore = perDatabase(makeLedgerStore);

function makeLedgerStore({ orm, longOrm }: Database) {
  const balance = orm
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
  const trial = longOrm
    .select({
      entries: sql<number>`(select coalesce(sum(amount), 0) from ${ledgerEntries})`,
      balances: sql<number>`coalesce(sum(${ledgerAccounts.balance}), 0)`,
      drifted: sql<number>`(select count(*) from ${ledgerAccounts} a where a.balance <> (select coalesce(sum(e.amount), 0) from ${ledgerEntries} e where e.account_id = a.id))`,
    })
    .from(ledgerAccounts)
    .where(bounded("by the deadline of its thread"))
    .prepare();
  const receivedUnder = orm
    .select({ to: ledgerEntries.accountId, amount: ledgerEntries.amount })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .where(
      and(
        eq(ledgerTransfers.idempotencyKey, sql.placeholder("key")),
        gt(ledgerEntries.amount, 0),
      ),
    )
    .limit(1)
    .prepare();
  return {
    /** The ledger account and amount of a movement under a key; undefined if the key is new. */
    receivedUnder: (key: string) => receivedUnder.get({ key }),
    /** Micro-USDC on an account; 0 if it was never opened. */
    balance: async (id: string) => (await balance.get({ id }))?.balance ?? 0,
    /** Sums that must be zero, and accounts whose balance differs from their entries. */
    trial: async () =>
      (await trial.get()) ?? { entries: 0, balances: 0, drifted: 0 },
    openAccount: orm
      .insert(ledgerAccounts)
      .values({
        ...slots(ledgerAccounts, "id", "owner", "kind"),
        currency: "USDC",
        balance: 0,
      })
      .onConflictDoNothing()
      .prepare(),
    transfer: orm
      .insert(ledgerTransfers)
      .values(rowSlots(ledgerTransfers))
      .prepare(),
    entries: orm
      .insert(ledgerEntries)
      .values([
        {
          transferId: sql.placeholder("transferId"),
          accountId: sql.placeholder("from"),
          amount: sql.placeholder("debit"),
        },
        {
          transferId: sql.placeholder("transferId"),
          accountId: sql.placeholder("to"),
          amount: sql.placeholder("credit"),
        },
      ])
      .prepare(),
  };
}
