/** The spending of agents without asking, and its limits. Money is micro-USDC. */
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import { CURRENCIES } from "../../base/rails/chain.ts";
import { credentials } from "./account_schema.ts";

/** The spending of a credential with a daily limit on a UTC day, in one currency. */
export const spending = sqliteTable(
  "spending",
  {
    credentialId: text("credential_id")
      .notNull()
      .references(() => credentials.id),
    /** Days since the epoch. */
    day: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    spent: integer().notNull(),
    perDay: integer("per_day").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.credentialId, table.day, table.currency] }),
    index("spending_day").on(table.day),
    check("day_limit", sql.raw("spent <= per_day")),
  ],
);

/**
 * Sums that agents have held without asking on a UTC day, per currency: of an account
 * together or of one credential ("" for all of them), for one payee or all ("").
 */
export const agentSpending = sqliteTable(
  "agent_spending",
  {
    accountId: text("account_id").notNull(),
    credentialId: text("credential_id").notNull(),
    payee: text().notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    spent: integer().notNull(),
    /** Null is no limit. */
    most: integer(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.accountId,
        table.credentialId,
        table.payee,
        table.day,
        table.currency,
      ],
    }),
    index("agent_spending_day").on(table.day),
    check("agent_limit", sql.raw("most is null or spent <= most")),
  ],
);

/**
 * Never has a row: an insert refuses its batch. It selects the id of whatever has changed
 * since the batch was decided, and nothing if all is unchanged.
 */
export const refusedBatches = sqliteTable(
  "refused_holds",
  { because: text("credential_id").notNull() },
  () => [check("access_limit", sql.raw("false"))],
);
