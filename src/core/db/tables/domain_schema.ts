/**
 * The domains that accounts claim (docs/addresses.md, Custom domains); see schema.ts
 * for the rules.
 */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { accounts } from "./account_schema.ts";

/**
 * Domains that accounts claim (docs/addresses.md, Custom domains). One account holds a domain
 * at a time; any number may claim it.
 */
export const addressDomains = sqliteTable(
  "address_domains",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    domain: text().notNull(),
    status: text({
      enum: [
        "pending-dns",
        "verified",
        "dns-missing",
        "revoked",
        "superseded",
        "expired",
      ],
    }).notNull(),
    token: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastCheckedAt: integer("last_checked_at"),
    verifiedAt: integer("verified_at"),
    /** The time of the next daily check; null once the claim has ended. */
    nextCheckAt: integer("next_check_at"),
    /** Daily checks in a row without the record, and since when. */
    misses: integer().notNull(),
    missingSince: integer("missing_since"),
    lastCheck: text("last_check", { mode: "json" }),
  },
  (table) => [
    uniqueIndex("address_domains_claim").on(table.accountId, table.domain),
    uniqueIndex("address_domains_held")
      .on(table.domain)
      .where(sql`status IN ('verified', 'dns-missing')`),
    index("address_domains_domain").on(table.domain),
    index("address_domains_due").on(table.nextCheckAt),
  ],
);

/** Must match the partial index, or SQLite does not use it. */
export const IS_HELD = sql`${addressDomains.status} IN ('verified', 'dns-missing')`;
