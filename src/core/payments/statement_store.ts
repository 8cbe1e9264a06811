import { eq, sql } from "drizzle-orm";
import type { MicroUsdc } from "../base/money.ts";
import type { Currency } from "../base/rails/chain.ts";
import { railOfCurrency } from "../base/rails/chain.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import {
  conversations,
  participants,
  payments,
} from "../db/tables/conversation_schema.ts";
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  payerReleases,
} from "../db/tables/ledger_schema.ts";

/** One entry of a wallet with its context. */
export interface EntryRow {
  /** Grows with every entry of the ledger, in the order of writing. */
  readonly place: number;
  readonly transferId: string;
  readonly kind: "fund" | "hold" | "release" | "void" | "refund" | "fee";
  readonly at: number;
  /** Zero for the release of a price that it paid: the money moved at the hold. */
  readonly amount: MicroUsdc;
  /** The amount of such a release, fee included; null otherwise. */
  readonly released: MicroUsdc | null;
  readonly conversationId: string | null;
  readonly paymentId: string | null;
  /** Null unless the conversation reached the account. */
  readonly title: string | null;
  readonly counterparty: string | null;
}

/** Sums of the held prices that one account pays or waits for, in one currency. */
export interface HeldSums {
  readonly held: MicroUsdc;
  /** Less the service's fee. */
  readonly incoming: MicroUsdc;
}

const NONE: HeldSums = { held: 0, incoming: 0 };

/** Reads what a wallet's owner is shown. */
export const statementStore = perDatabase(makeStatementStore);

const value = sql.placeholder;
const accountId = value("accountId");
const place = sql<number>`moved.place`;

// Each of the two is a range of an index; only a page of each is sorted.
const moved = sql`(select * from (select * from (select rowid as place, transfer_id, amount, 0 as is_release from ${ledgerEntries} where account_id = ${value("wallet")} and rowid < ${value("before")} order by rowid desc limit ${value("limit")}) union all select * from (select r.place, e.transfer_id, 0, 1 from ${payerReleases} r cross join ${ledgerEntries} e on e.rowid = r.place where r.payer_id = ${accountId} and r.place < ${value("before")} order by r.place desc limit ${value("limit")})) where ${bounded("a page of each")} order by place desc limit ${value("limit")}) as moved`;

// Entries are only added, so that their rowids follow the order of commits.
function makeStatementStore({ orm }: Database) {
  const isParticipant = sql`exists (select 1 from ${participants} p where p.conversation_id = ${ledgerTransfers.conversationId} and p.account_id = ${accountId} and p.reached)`;
  const other = sql`iif(${payments.payerId} = ${accountId}, ${payments.payeeId}, ${payments.payerId})`;
  const entries = orm
    .select({
      place,
      transferId: ledgerTransfers.id,
      kind: ledgerTransfers.kind,
      at: ledgerTransfers.createdAt,
      amount: sql<MicroUsdc>`moved.amount`,
      released: sql<MicroUsdc | null>`iif(moved.is_release, (select sum(e.amount) from ${ledgerTransfers} t join ${ledgerEntries} e on e.transfer_id = t.id and e.amount > 0 where t.idempotency_key in (${ledgerTransfers.idempotencyKey}, ${ledgerTransfers.idempotencyKey} || ':fee')), null)`,
      conversationId: ledgerTransfers.conversationId,
      paymentId: ledgerTransfers.paymentId,
      title: sql<
        string | null
      >`iif(${isParticipant}, ${conversations.title}, null)`,
      counterparty: sql<
        string | null
      >`(select p.address from ${participants} p where ${isParticipant} and p.conversation_id = ${ledgerTransfers.conversationId} and p.account_id = ${other})`,
    })
    .from(moved)
    .innerJoin(ledgerTransfers, sql`${ledgerTransfers.id} = moved.transfer_id`)
    .leftJoin(
      conversations,
      eq(conversations.id, ledgerTransfers.conversationId),
    )
    .leftJoin(payments, eq(payments.id, ledgerTransfers.paymentId))
    .where(bounded("a page"))
    .orderBy(sql`${place} desc`)
    .limit(value("limit"))
    .prepare();
  const balanceAt = orm
    .select({
      balance: sql<number>`${ledgerAccounts.balance} - (select coalesce(sum(e.amount), 0) from ${ledgerEntries} e where e.account_id = ${ledgerAccounts.id} and e.rowid > ${value("place")})`,
    })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, value("wallet")))
    .limit(1)
    .prepare();
  // `status` is a literal: SQLite uses a partial index only if it can prove its condition.
  const sums = orm
    .select({
      held: sql<number>`coalesce((select sum(price - released - returned) from ${payments} where status = 'held' and payer_id = ${accountId} and rail = ${value("rail")}), 0)`,
      incoming: sql<number>`coalesce((select sum(price - released - returned - ((price - returned) * fee_bps / 10000 - released * fee_bps / 10000)) from ${payments} where status = 'held' and payee_id = ${accountId} and rail = ${value("rail")}), 0)`,
    })
    .from(sql`(select 1)`)
    .prepare();
  return {
    /** Newest first, below a place. */
    entries: async (page: {
      readonly accountId: string;
      readonly wallet: string;
      readonly before: number;
      readonly limit: number;
    }): Promise<readonly EntryRow[]> => await entries.all({ ...page }),
    /** The balance right after the entry at a place. */
    balanceAt: async (wallet: string, at: number): Promise<MicroUsdc> =>
      (await balanceAt.get({ wallet, place: at }))?.balance ?? 0,
    /** Sums for one currency: two currencies are never added. */
    held: async (id: string, currency: Currency): Promise<HeldSums> => {
      const rail = railOfCurrency(currency);
      return (await sums.get({ accountId: id, rail })) ?? NONE;
    },
  };
}
