/** The records of the ledger. Money is micro-USDC. */
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { CURRENCIES } from "../../base/rails/chain.ts";

const isInteger = (column: string) => sql.raw(`typeof(${column}) = 'integer'`);

/** Double-entry ledger: balances follow the entries by trigger. */
export const ledgerAccounts = sqliteTable(
  "ledger_accounts",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    kind: text({
      enum: ["wallet", "escrow", "revenue", "external", "mint"],
    }).notNull(),
    currency: text().notNull(),
    balance: integer().notNull(),
  },
  () => [
    check("balance_is_integer", isInteger("balance")),
    check("balance_covered", sql.raw("kind = 'mint' OR balance >= 0")),
  ],
);

export const ledgerTransfers = sqliteTable(
  "ledger_transfers",
  {
    id: text().primaryKey(),
    kind: text({
      enum: ["fund", "hold", "release", "void", "refund", "fee"],
    }).notNull(),
    conversationId: text("conversation_id"),
    paymentId: text("payment_id"),
    idempotencyKey: text("idempotency_key").notNull(),
    createdAt: integer("created_at").notNull(),
    /** The chain whose record covers this entry. */
    chainId: text("chain_id").notNull(),
    chainEnd: integer("chain_end").notNull(),
  },
  (table) => [
    uniqueIndex("ledger_transfers_key").on(table.idempotencyKey),
    index("ledger_transfers_payment").on(table.paymentId),
  ],
);

export const ledgerEntries = sqliteTable(
  "ledger_entries",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => ledgerTransfers.id),
    accountId: text("account_id")
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transferId, table.accountId] }),
    index("ledger_entries_account").on(table.accountId),
    check("amount_is_integer", isInteger("amount")),
    check("amount_not_zero", sql.raw("amount <> 0")),
  ],
);

/**
 * Releases of prices that an account paid, by the place of their entry in the ledger: its own
 * wallet moved at the hold. A trigger adds them.
 */
export const payerReleases = sqliteTable(
  "payer_releases",
  {
    payerId: text("payer_id").notNull(),
    /** The rowid of the entry that paid the payee. */
    place: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.payerId, table.place] })],
);

/** The sums that an account received, paid and refunded on each UTC day, per currency. */
export const paymentDays = sqliteTable(
  "payment_days",
  {
    accountId: text("account_id").notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** Less the fees. */
    received: integer().notNull(),
    receipts: integer().notNull(),
    fees: integer().notNull(),
    paid: integer().notNull(),
    payments: integer().notNull(),
    /** Refunded to it, and by it. */
    returned: integer().notNull(),
    refunded: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.currency] }),
  ],
);
