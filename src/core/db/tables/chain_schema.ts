/** Movements of money on a chain, and the transactions that carry them out. */
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

/** A movement that was decided; it is carried out after the commit (docs/decisions/0029_money_on_a_chain.md). */
export const chainIntents = sqliteTable(
  "chain_intents",
  {
    id: text().primaryKey(),
    /** Never used twice, but for a movement that the chain refused. */
    key: text().notNull(),
    act: text({ enum: ["hold", "capture", "void", "refund"] }).notNull(),
    conversationId: text("conversation_id").notNull(),
    paymentId: text("payment_id").notNull(),
    /** Atomic units of the token. */
    amount: integer().notNull(),
    /** `confirmed` and `refused` wait for the conversation to take notice. */
    state: text({
      enum: ["open", "confirmed", "refused", "settled", "dropped"],
    }).notNull(),
    /** Of a hold: the terms that the payer signed, as JSON, and the escrow's name of it. */
    terms: text(),
    signature: text(),
    hash: text(),
    /** Why it does not go on, in words for an operator. */
    problem: text(),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
    /** The final block in which it was first found ended, by no transaction of the service. */
    foundEnded: integer("found_ended"),
    /** Of a capture or return that ended otherwise than decided: what the payee got. */
    captured: integer(),
    /** When the operator had it tried anew. */
    retriedAt: integer("retried_at"),
  },
  (table) => [
    uniqueIndex("chain_intents_key")
      .on(table.key)
      .where(sql`state not in ('refused', 'dropped')`),
    uniqueIndex("chain_intents_hash").on(table.hash),
    uniqueIndex("chain_intents_settle")
      .on(table.paymentId)
      .where(sql`act in ('capture', 'void')`),
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

/** A transaction of the operator, written down before it is sent. */
export const chainTransactions = sqliteTable(
  "chain_transactions",
  {
    /** Its name on the chain. */
    hash: text().primaryKey(),
    intentId: text("intent_id")
      .notNull()
      .references(() => chainIntents.id),
    /** The operator's account that signed it: each counts nonces of its own. */
    sender: text().notNull().default(""),
    nonce: integer().notNull(),
    /** 0, and one more for each replacement under the same nonce. */
    attempt: integer().notNull(),
    state: text({
      enum: ["built", "sent", "mined", "final", "replaced", "failed"],
    }).notNull(),
    /** The signed bytes: sending them twice is sending them once. */
    raw: text().notNull(),
    to: text().notNull(),
    data: text().notNull(),
    gas: integer().notNull(),
    /** Wei; as texts, for they may be beyond what a number holds. */
    maxFee: text("max_fee").notNull(),
    maxPriorityFee: text("max_priority_fee").notNull(),
    blockNumber: integer("block_number"),
    blockHash: text("block_hash"),
    gasUsed: integer("gas_used"),
    /** How often a block that held it was undone. */
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
    // A movement has one transaction on its way, with all its replacements.
    uniqueIndex("chain_transactions_intent")
      .on(table.intentId, table.attempt)
      .where(sql`state in ('built', 'sent', 'mined')`),
    index("chain_transactions_open")
      .on(table.nonce)
      .where(sql`state in ('built', 'sent', 'mined')`),
  ],
);

/** Where an account is paid on a chain: one address for all of them. */
export const payoutAddresses = sqliteTable("payout_addresses", {
  accountId: text("account_id").primaryKey(),
  address: text().notNull(),
  setAt: integer("set_at").notNull(),
});

/** The newest sight of a chain, by its escrow. */
export const chainSeen = sqliteTable("chain_seen", {
  escrow: text().primaryKey(),
  /** Up to which final block its events were compared with the rows. */
  block: integer().notNull(),
  /** The newest final block: an older one is no answer. */
  finalBlock: integer("final_block"),
  /** Since when no look at the chain was whole, and why; null while they are. */
  failingSince: integer("failing_since"),
  problem: text(),
});

/** Refunds that a payee's wallet signed: the token's own transfer, straight to the payer. */
export const chainRefunds = sqliteTable(
  "chain_refunds",
  {
    intentId: text("intent_id")
      .primaryKey()
      .references(() => chainIntents.id),
    /** The EIP-3009 authorization, as JSON. */
    terms: text().notNull(),
    signature: text().notNull(),
    /** The signer, and the nonce by which the token knows the signature. */
    payee: text().notNull(),
    nonce: text().notNull(),
    /** The newest block when it was signed: nothing was done by it before. */
    fromBlock: integer("from_block").notNull(),
  },
  (table) => [uniqueIndex("chain_refunds_nonce").on(table.payee, table.nonce)],
);

/** A conversation whose captures wait for the operator, who lifts it. */
export const chainStops = sqliteTable(
  "chain_stops",
  {
    /** The hold that somebody else moved. */
    intentId: text("intent_id")
      .notNull()
      .references(() => chainIntents.id),
    /** The transaction that moved it: it stops once. */
    movedBy: text("moved_by").notNull(),
    paymentId: text("payment_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    /** The finding, in words for an operator. */
    problem: text().notNull(),
    stoppedAt: integer("stopped_at").notNull(),
    /** Since when the conversation's record says it. */
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

/** A hold under the operator's name that no row knows: not of this service, or of a later backup. */
export const chainUnknownHolds = sqliteTable(
  "chain_unknown_holds",
  {
    /** The escrow's name of it. */
    hash: text().primaryKey(),
    /** The transaction that made it. */
    madeBy: text("made_by").notNull(),
    /** The amount that the escrow still holds of it, in atomic units of the token. */
    amount: integer().notNull(),
    foundAt: integer("found_at").notNull(),
  },
  (table) => [
    index("chain_unknown_holds_open").on(table.foundAt).where(sql`amount > 0`),
  ],
);
