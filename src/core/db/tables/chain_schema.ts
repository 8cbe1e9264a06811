/** Movements of money on a chain, and their transactions. */
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

/**
 * A decided movement; it is carried out after the commit
 * (docs/decisions/0029_money_on_a_chain.md).
 */
export const chainIntents = sqliteTable(
  "chain_intents",
  {
    id: text().primaryKey(),
    /** Never used twice, except for a movement that the chain refused. */
    key: text().notNull(),
    act: text({ enum: ["hold", "capture", "void", "refund"] }).notNull(),
    conversationId: text("conversation_id").notNull(),
    paymentId: text("payment_id").notNull(),
    /** Atomic units of the token. */
    amount: integer().notNull(),
    /** `confirmed` and `refused` wait for the conversation to react. */
    state: text({
      enum: ["open", "confirmed", "refused", "settled", "dropped"],
    }).notNull(),
    /** For a hold: the terms that the payer signed, as JSON, and the escrow's id of it. */
    terms: text(),
    signature: text(),
    hash: text(),
    /** Why it is stuck, for an operator. */
    problem: text(),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
    /** The final block in which it was first found ended by a foreign transaction. */
    foundEnded: integer("found_ended"),
    /** For a capture or return that ended in another way than decided: the payee's amount. */
    captured: integer(),
    /** When the operator retried it. */
    retriedAt: integer("retried_at"),
    /** True if another service carries it out: here it is only watched. */
    isWatched: integer("is_watched", { mode: "boolean" })
      .notNull()
      .default(false),
  },
  (table) => [
    uniqueIndex("chain_intents_key")
      .on(table.key)
      .where(sql`state not in ('refused', 'dropped')`),
    uniqueIndex("chain_intents_hash").on(table.hash),
    index("chain_intents_payment").on(table.paymentId),
    index("chain_intents_unsettled")
      .on(table.state, table.id)
      .where(sql`state in ('open', 'confirmed', 'refused')`),
    check("chain_amount_is_integer", sql.raw("typeof(amount) = 'integer'")),
    check("chain_amount_above_zero", sql.raw("amount > 0")),
    check(
      "chain_hold_is_signed",
      sql.raw(
        "(act = 'hold') = (terms is not null and signature is not null and hash is not null)",
      ),
    ),
  ],
);

/** A transaction of the operator, stored before it is sent. */
export const chainTransactions = sqliteTable(
  "chain_transactions",
  {
    /** Its id on the chain. */
    hash: text().primaryKey(),
    intentId: text("intent_id")
      .notNull()
      .references(() => chainIntents.id),
    /** The operator's account that signed it; each has its own nonces. */
    sender: text().notNull().default(""),
    nonce: integer().notNull(),
    /** 0, plus one for each replacement under the same nonce. */
    attempt: integer().notNull(),
    state: text({
      enum: ["built", "sent", "mined", "final", "replaced", "failed"],
    }).notNull(),
    /** The signed bytes: sending them twice is the same as once. */
    raw: text().notNull(),
    to: text().notNull(),
    data: text().notNull(),
    gas: integer().notNull(),
    /** Wei, as texts, because they may exceed a number. */
    maxFee: text("max_fee").notNull(),
    maxPriorityFee: text("max_priority_fee").notNull(),
    blockNumber: integer("block_number"),
    blockHash: text("block_hash"),
    gasUsed: integer("gas_used"),
    /** How often a block with it was undone. */
    reorganised: integer().notNull().default(0),
    builtAt: integer("built_at").notNull(),
    sentAt: integer("sent_at"),
    settledAt: integer("settled_at"),
  },
  (table) => [
    uniqueIndex("chain_transactions_nonce").on(
      table.sender,
      table.nonce,
      table.attempt,
    ),
    // A movement has one pending transaction, with all its replacements.
    uniqueIndex("chain_transactions_intent")
      .on(table.intentId, table.attempt)
      .where(sql`state in ('built', 'sent', 'mined')`),
    index("chain_transactions_open")
      .on(table.nonce)
      .where(sql`state in ('built', 'sent', 'mined')`),
  ],
);

/** The payout address of an account, one for all chains. */
export const payoutAddresses = sqliteTable("payout_addresses", {
  accountId: text("account_id").primaryKey(),
  address: text().notNull(),
  setAt: integer("set_at").notNull(),
});

/** The last read of a chain, by its escrow. */
export const chainSeen = sqliteTable("chain_seen", {
  escrow: text().primaryKey(),
  /** The final block up to which its events were compared with the rows. */
  block: integer().notNull(),
  /** The newest final block: answers for older ones are ignored. */
  finalBlock: integer("final_block"),
  /** Since when reads of the chain have been incomplete, and why; null if they are complete. */
  failingSince: integer("failing_since"),
  problem: text(),
});

/** Refunds signed by a payee's wallet: the token's own transfer, directly to the payer. */
export const chainRefunds = sqliteTable(
  "chain_refunds",
  {
    intentId: text("intent_id")
      .primaryKey()
      .references(() => chainIntents.id),
    /** The EIP-3009 authorization, as JSON. */
    terms: text().notNull(),
    signature: text().notNull(),
    /** The signer, and the nonce that identifies the signature to the token. */
    payee: text().notNull(),
    nonce: text().notNull(),
    /** The newest block at signing: it had no effect before. */
    fromBlock: integer("from_block").notNull(),
  },
  (table) => [uniqueIndex("chain_refunds_nonce").on(table.payee, table.nonce)],
);

/** A conversation whose captures wait for the operator, who lifts the stop. */
export const chainStops = sqliteTable(
  "chain_stops",
  {
    /** The hold that somebody else moved. */
    intentId: text("intent_id")
      .notNull()
      .references(() => chainIntents.id),
    /** The transaction that moved it, which stops only once. */
    movedBy: text("moved_by").notNull(),
    paymentId: text("payment_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    /** The finding, for an operator. */
    problem: text().notNull(),
    stoppedAt: integer("stopped_at").notNull(),
    /** Since when the conversation's record shows it. */
    recordedAt: integer("recorded_at"),
    liftedAt: integer("lifted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.intentId, table.movedBy] }),
    index("chain_stops_open")
      .on(table.conversationId)
      .where(sql`lifted_at is null`),
  ],
);

/**
 * A hold under the operator's name without a row: not of this service, or later than a
 * restored backup.
 */
export const chainUnknownHolds = sqliteTable(
  "chain_unknown_holds",
  {
    /** The escrow's id of it. */
    hash: text().primaryKey(),
    /** The transaction that created it. */
    madeBy: text("made_by").notNull(),
    /** The amount that the escrow still holds, in atomic units of the token. */
    amount: integer().notNull(),
    foundAt: integer("found_at").notNull(),
  },
  (table) => [
    index("chain_unknown_holds_open").on(table.foundAt).where(sql`amount > 0`),
  ],
);
