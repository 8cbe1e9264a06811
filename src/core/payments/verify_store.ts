import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { auditRecords } from "../db/tables/audit_schema.ts";
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
} from "../db/tables/ledger_schema.ts";

/** The finding for a missing ledger account that money moved through. */
export const ACCOUNT_GONE = "it has entries and is missing from the ledger";

/** Reads of the whole ledger, a page at a time. */
export const verifyStore = perDatabase((db: Database) => ({
  ...transferReads(db),
  ...balanceReads(db),
}));

const value = sql.placeholder;

const TRANSFER = {
  id: ledgerTransfers.id,
  kind: ledgerTransfers.kind,
  conversationId: ledgerTransfers.conversationId,
  paymentId: ledgerTransfers.paymentId,
  key: ledgerTransfers.idempotencyKey,
  createdAt: ledgerTransfers.createdAt,
  chainId: ledgerTransfers.chainId,
  /** Account and amount of each entry, the giving one first. */
  entries: sql<string>`(select json_group_array(json_array(account_id, amount))
    from (select account_id, amount from ${ledgerEntries}
      where transfer_id = ${ledgerTransfers.id} and ${bounded("a transfer has few entries")} order by amount limit 3))`,
};

/** The account of a transfer that is missing; null if both exist. */
const GONE = sql<string | null>`(select account_id from ${ledgerEntries} e
  where e.transfer_id = ${ledgerTransfers.id}
    and not exists (select 1 from ledger_accounts where id = e.account_id) limit 1)`;

function transferReads({ longOrm }: Database) {
  const page = longOrm
    .select({ ...TRANSFER, body: auditRecords.body, gone: GONE })
    .from(ledgerTransfers)
    .leftJoin(
      auditRecords,
      and(
        eq(auditRecords.chainId, ledgerTransfers.chainId),
        sql`${auditRecords.first} = ${ledgerTransfers.chainEnd} + 1`,
      ),
    )
    .where(gt(ledgerTransfers.id, value("after")))
    .orderBy(asc(ledgerTransfers.id))
    .limit(LIMITS.auditSlice)
    .prepare();
  const places = longOrm
    .select({
      transfers: sql<number | null>`(select max(rowid) from ledger_transfers)`,
      accounts: sql<number | null>`(select max(rowid) from ledger_accounts)`,
    })
    .from(sql`(select 1)`)
    .prepare();
  return {
    /** Transfers after one, each with the text of the record that must cover it. */
    transfers: (after: string) => page.all({ after }),
    named: (ids: readonly string[]) =>
      longOrm
        .select(TRANSFER)
        .from(ledgerTransfers)
        .where(inArray(ledgerTransfers.id, [...ids])),
    /** The approximate number of transfers and accounts. */
    async counts() {
      const { transfers, accounts } = (await places.get()) ?? {};
      return { transfers: transfers ?? 0, accounts: accounts ?? 0 };
    },
  };
}

function balanceReads({ longOrm }: Database) {
  const most = sql.raw(String(LIMITS.auditEntriesAtOnce));
  const first = (what: string) =>
    sql<number>`(select ${sql.raw(what)} from (select amount from ${ledgerEntries} where account_id = ${ledgerAccounts.id} order by rowid limit ${most}))`;
  const columns = {
    id: ledgerAccounts.id,
    owner: ledgerAccounts.owner,
    kind: ledgerAccounts.kind,
    currency: ledgerAccounts.currency,
    balance: ledgerAccounts.balance,
    sum: first("coalesce(sum(amount), 0)"),
    count: first("count(*)"),
  };
  const accounts = longOrm
    .select(columns)
    .from(ledgerAccounts)
    .where(gt(ledgerAccounts.id, value("after")))
    .orderBy(asc(ledgerAccounts.id))
    .limit(LIMITS.auditAccountsAtOnce)
    .prepare();
  const balance = longOrm
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(sql`${ledgerAccounts.id} = ${value("id")}`)
    .limit(1)
    .prepare();
  const entries = longOrm
    .select({
      last: sql<number | null>`max(rowid)`,
      sum: sql<number>`coalesce(sum(amount), 0)`,
    })
    .from(
      sql`(select rowid, amount from ${ledgerEntries} where account_id = ${value("id")} and rowid > ${value("after")} order by rowid limit ${most})`,
    )
    .prepare();
  return {
    /** Accounts with their balance and the sum of their first entries. */
    accounts: (after: string) => accounts.all({ after }),
    accountsNamed: (ids: readonly string[]) =>
      longOrm
        .select(columns)
        .from(ledgerAccounts)
        .where(inArray(ledgerAccounts.id, [...ids])),
    balance: async (id: string) => (await balance.get({ id }))?.balance,
    /** The sum of more entries of an account. */
    sum: async (id: string, after: number) =>
      (await entries.get({ id, after })) ?? { last: null, sum: 0 },
  };
}

/** A transfer as it is stored, with its entries. */
export type StoredTransfer = Awaited<
  ReturnType<ReturnType<typeof transferReads>["named"]>
>[number];

/** A ledger account with the sum of its first entries. */
export type AccountRow = Awaited<
  ReturnType<ReturnType<typeof balanceReads>["accounts"]>
>[number];
