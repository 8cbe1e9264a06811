import { and, asc, eq, inArray, max, sql } from "drizzle-orm";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Database } from "../../../src/core/db/database.ts";
import { perDatabase } from "../../../src/core/db/per_database.ts";
import { slots } from "../../../src/core/db/slots.ts";
import type { Statement } from "../../../src/core/db/statement.ts";
import { statementOf } from "../../../src/core/db/statement.ts";
import { chainTransactions } from "../../../src/core/db/tables/chain_schema.ts";
import type { TransactionState } from "./transaction_states.ts";
import { assertMove, OPEN_STATES } from "./transaction_states.ts";

export type ChainTransaction = typeof chainTransactions.$inferSelect;

/** The columns of a transaction that change with its state. */
export type TransactionChange = Partial<
  Pick<
    ChainTransaction,
    | "blockNumber"
    | "blockHash"
    | "gasUsed"
    | "reorganised"
    | "sentAt"
    | "settledAt"
  >
>;

/** A transaction before it is sent. */
export type NewChainTransaction = Pick<
  ChainTransaction,
  | "hash"
  | "intentId"
  | "sender"
  | "nonce"
  | "attempt"
  | "raw"
  | "to"
  | "data"
  | "gas"
  | "maxFee"
  | "maxPriorityFee"
  | "builtAt"
>;

/** The operator's transactions on a chain. */
export const transactionStore = perDatabase(makeTransactionStore);

const at = sql.placeholder;

function makeTransactionStore({ orm }: Database) {
  const openTransactions = orm
    .select()
    .from(chainTransactions)
    .where(inArray(chainTransactions.state, [...OPEN_STATES]))
    .orderBy(asc(chainTransactions.nonce), asc(chainTransactions.attempt))
    .limit(
      // All of them, each with its replacements.
      LIMITS.chainTransactionsOpenMax * (LIMITS.chainReplacementsMax + 1),
    )
    .prepare();
  const lastNonce = orm
    .select({ nonce: max(chainTransactions.nonce) })
    .from(chainTransactions)
    .where(eq(chainTransactions.sender, at("sender")))
    .prepare();
  const ofIntent = orm
    .select()
    .from(chainTransactions)
    .where(eq(chainTransactions.intentId, at("intentId")))
    .orderBy(asc(chainTransactions.nonce), asc(chainTransactions.attempt))
    .limit(LIMITS.chainTransactionsOpenMax)
    .prepare();
  const addTransaction = orm
    .insert(chainTransactions)
    .values({
      ...slots(chainTransactions, "hash", "intentId", "sender", "nonce"),
      ...slots(chainTransactions, "attempt", "raw", "to", "data", "gas"),
      ...slots(chainTransactions, "maxFee", "maxPriorityFee", "builtAt"),
      state: "built",
    })
    .prepare();
  const setTransaction = orm
    .update(chainTransactions)
    .set({
      ...slots(chainTransactions, "state", "blockNumber", "blockHash"),
      ...slots(chainTransactions, "gasUsed", "reorganised", "sentAt"),
      ...slots(chainTransactions, "settledAt"),
    })
    .where(
      and(
        eq(chainTransactions.hash, at("hash")),
        eq(chainTransactions.state, at("from")),
      ),
    )
    .prepare();
  return {
    /** Transactions that are not final, by nonce and attempt. */
    open: (): Promise<readonly ChainTransaction[]> => openTransactions.all(),
    /** All transactions of a movement. */
    ofIntent: (intentId: string): Promise<readonly ChainTransaction[]> =>
      ofIntent.all({ intentId }),
    /** The highest nonce that an account ever used here; -1 for none. */
    lastNonce: async (sender: string) =>
      (await lastNonce.get({ sender }))?.nonce ?? -1,
    add: (transaction: NewChainTransaction): Statement =>
      statementOf(addTransaction, transaction),
    /**
     * Changes a transaction's state from the one that was read.
     * @throws as {@linkcode assertMove}
     */
    move(
      transaction: ChainTransaction,
      to: TransactionState,
      change: TransactionChange = {},
    ): Statement {
      const { state: from } = transaction;
      if (from !== to) assertMove(from, to);
      return statementOf(setTransaction, {
        ...transaction,
        ...change,
        from,
        state: to,
      });
    },
  };
}
