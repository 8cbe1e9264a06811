import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** All that accounts sell at a fixed price. */
export const offers = sqliteTable(
  "offers",
  {
    accountId: text("account_id").notNull(),
    offerId: text("offer_id").notNull(),
    /** Grows with each change. */
    version: integer().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** Micro-USDC; 0 is free. */
    price: integer().notNull(),
    release: text({ enum: ["accepted", "replied"] }).notNull(),
    /** ISO 8601 durations. */
    acceptWithin: text("accept_within"),
    deliverWithin: text("deliver_within"),
    /** The address that decides disputes of its orders. */
    arbiter: text(),
    /** The JSON Schema of an order's input; null if it needs none. */
    input: text({ mode: "json" }).$type<Readonly<Record<string, unknown>>>(),
    output: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** Orders that may be open, and that are taken in a day; null without a limit. */
    openMax: integer("open_max"),
    dayMax: integer("day_max"),
    /** The contact types that may order; null for everyone. */
    audience: text({ mode: "json" }).$type<readonly string[]>(),
    active: integer({ mode: "boolean" }).notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.offerId] })],
);

/** Orders that have reached their seller. */
export const orders = sqliteTable(
  "orders",
  {
    conversationId: text("conversation_id").primaryKey(),
    sellerId: text("seller_id").notNull(),
    offerId: text("offer_id").notNull(),
    /** `done` if it was completed, `ended` if it ended otherwise. */
    state: text({ enum: ["open", "done", "ended"] }).notNull(),
    orderedAt: integer("ordered_at").notNull(),
  },
  (table) => [
    // Each state is one range, and of each the last day.
    index("orders_of_offer").on(
      table.sellerId,
      table.offerId,
      table.state,
      table.orderedAt,
    ),
  ],
);

/** The orders of buyers without an account, each with the link that they read it by. */
export const orderLinks = sqliteTable(
  "order_links",
  {
    conversationId: text("conversation_id").primaryKey(),
    /** The account of the wallet that paid. */
    accountId: text("account_id").notNull(),
    /** Of the link's token, only the hash. */
    tokenHash: text("token_hash").notNull(),
    /** The nonce of the authorization that paid: one payment makes one order. */
    nonce: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("order_links_token").on(table.tokenHash),
    uniqueIndex("order_links_nonce").on(table.nonce),
  ],
);
