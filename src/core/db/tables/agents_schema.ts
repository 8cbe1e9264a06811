/** The public side of an account: its card and its place in the directory. */
import {
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { accounts } from "./account_schema.ts";

/** An owner's description of an account: its card, its prices, whether it is listed. */
export const profiles = sqliteTable(
  "profiles",
  {
    /** The row of the directory's search index. */
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    description: text().notNull(),
    skills: text({ mode: "json" }).$type<readonly StoredSkill[]>().notNull(),
    /** The classes of senders with the owner's own price. */
    prices: text({ mode: "json" }).$type<readonly StoredPrice[]>().notNull(),
    listed: integer({ mode: "boolean" }).notNull(),
    /** True if the owner lets others see what it has done for money. */
    showsRecord: integer("shows_record", { mode: "boolean" }).notNull(),
    /** Until when its person is away; null without. */
    away: text({ mode: "json" }).$type<StoredAway | null>(),
    version: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [uniqueIndex("profiles_account").on(table.accountId)],
);

/** An absence, and the account that stands in; null for none. */
export interface StoredAway {
  readonly until: number;
  readonly standInId: string | null;
}

/** One skill of a profile, in A2A 4.4.5's form. */
export interface StoredSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples?: readonly string[];
  /** Shown only in the extended card, and never searched. */
  readonly private?: true;
}

/** The price for one class of senders, in micro-USDC. */
export interface StoredPrice {
  readonly contactType: string;
  readonly price: number;
  readonly release: "accepted" | "replied";
  readonly holdDays: number;
}
