import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { keptReads } from "../../db/kept/kept_reads.ts";
import { perDatabase } from "../../db/per_database.ts";
import { statementOf } from "../../db/statement.ts";
import type { ApprovalTerms } from "../../db/tables/account_schema.ts";
import { accounts } from "../../db/tables/account_schema.ts";

/** Reads and writes how an account's decisions are approved. */
export const approvalStore = perDatabase((db: Database) => {
  const { orm } = db;
  const kept = keptReads<ApprovalTerms | null>(db, [accounts]);
  const find = orm
    .select({ approvals: accounts.approvals })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare();
  const set = orm
    .update(accounts)
    .set({ approvals: sql`${sql.placeholder("approvals")}` })
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare();
  return {
    /** The terms of an account; null if one person approves, and nobody is asked again. */
    of: (id: string): Promise<ApprovalTerms | null> =>
      kept(id, async () => (await find.get({ id }))?.approvals ?? null),
    /** Writes them. */
    set: (id: string, terms: ApprovalTerms | null) =>
      statementOf(set, { id, approvals: terms && JSON.stringify(terms) }),
  };
});
