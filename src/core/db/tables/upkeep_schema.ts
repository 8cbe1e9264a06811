import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The progress of a verification (`VerifyMark`). */
export interface KeptMark {
  readonly place: number;
  readonly transfer: string;
  readonly leaf: number;
  readonly old: {
    readonly chain: string;
    readonly transfer: string;
    readonly account: string;
    readonly leaf: number;
  };
}

/** The outcome of the newest backup and the newest verification; a row for each kind. */
export const upkeepResults = sqliteTable("upkeep_results", {
  kind: text({ enum: ["backup", "verify"] }).primaryKey(),
  at: integer().notNull(),
  ok: integer({ mode: "boolean" }).notNull(),
  /** Its subject or its findings, in sentences for the operator. */
  details: text({ mode: "json" }).$type<readonly string[]>().notNull(),
  /** When it last succeeded; null if never. */
  wellAt: integer("well_at"),
  /** For a verification: where the next one continues; null checks everything. */
  mark: text({ mode: "json" }).$type<KeptMark>(),
});
