import { eq, sql } from "drizzle-orm";
import type { QueryCall } from "../../access/context.ts";
import type { MicroUsdc } from "../../base/money.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { statementOf } from "../../db/statement.ts";
import type { ApprovalTerms } from "../../db/tables/account_schema.ts";
import { accounts } from "../../db/tables/account_schema.ts";

/** Above this amount, so many different people approve. */
export interface Quorum {
  readonly over: MicroUsdc;
  readonly needed: number;
}

/** Reads and writes how an account's decisions are approved. */
export const approvalStore = perDatabase(({ orm }: Database) => {
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
    of: async (id: string): Promise<ApprovalTerms | null> =>
      (await find.get({ id }))?.approvals ?? null,
    /** Writes them. */
    set: (id: string, terms: ApprovalTerms | null) =>
      statementOf(set, { id, approvals: terms && JSON.stringify(terms) }),
  };
});

/**
 * The quorum for an amount that the account would spend; undefined if one person approves it.
 * A person's own account has none, nor what the operator or the chain does in its name.
 */
export async function quorumFor(
  { db, member }: Pick<QueryCall, "db" | "member">,
  accountId: string,
  amount: MicroUsdc,
): Promise<Quorum | undefined> {
  if (amount <= 0 || (member.kind === "person" && !member.team)) {
    return undefined;
  }
  const { over = null, needed = 1 } =
    (await approvalStore(db).of(accountId)) ?? {};
  return over !== null && amount > over ? { over, needed } : undefined;
}
