import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { keptReads } from "../db/kept/kept_reads.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots, slotsBut } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import type { AccountKind } from "../db/tables/account_schema.ts";
import { accounts } from "../db/tables/account_schema.ts";

/** The owner of an inbox. */
export interface Account {
  readonly id: string;
  readonly kind: AccountKind;
  readonly displayName: string;
  readonly createdAt: number;
  /** When the operator closed it; null while it is open. */
  readonly disabledAt: number | null;
}

/** Reads and adds accounts. */
export const accountStore = perDatabase(buildAccounts);

function buildAccounts(db: Database) {
  const { orm } = db;
  const kept = keptReads<typeof accounts.$inferSelect | undefined>(db, [
    accounts,
  ]);
  const byId = orm
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
  const insertion = () =>
    orm.insert(accounts).values(slotsBut(accounts, "approvals"));
  const insert = insertion().prepare();
  const seed = insertion().onConflictDoNothing().prepare();
  const setDisabled = orm
    .update(accounts)
    .set(slots(accounts, "disabledAt"))
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare();
  return {
    byId: (id: string) => kept(id, () => byId.get({ id })),
    insert: (account: Account) => statementOf(insert, { ...account }),
    /** The same, doing nothing if it already exists. */
    seed: (account: Account) => statementOf(seed, { ...account }),
    /** Closes an account, or opens it again. */
    setDisabled: (id: string, disabledAt: number | null) =>
      statementOf(setDisabled, { id, disabledAt }),
  };
}
