import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { accounts } from "../db/tables/account_schema.ts";

/** The owner of an inbox. */
export interface Account {
  readonly id: string;
  readonly kind: "person" | "agent" | "service";
  readonly displayName: string;
  readonly createdAt: number;
  /** When the operator closed it; null while it is open. */
  readonly disabledAt: number | null;
}

/** Reads and adds accounts. */
export interface AccountStore {
  byId(id: string): Promise<Account | undefined>;
  insert(account: Account): Statement;
  /** The same, doing nothing if it already exists. */
  seed(account: Account): Statement;
  /** Closes an account, or opens it again. */
  setDisabled(id: string, disabledAt: number | null): Statement;
}

export const accountStore = perDatabase(buildAccounts);

function buildAccounts({ orm }: Database): AccountStore {
  const byId = orm
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
  const insertion = () => orm.insert(accounts).values(rowSlots(accounts));
  const insert = insertion().prepare();
  const seed = insertion().onConflictDoNothing().prepare();
  const setDisabled = orm
    .update(accounts)
    .set(slots(accounts, "disabledAt"))
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare();
  return {
    byId: (id) => byId.get({ id }),
    insert: (account) => statementOf(insert, { ...account }),
    seed: (account) => statementOf(seed, { ...account }),
    setDisabled: (id, disabledAt) =>
      statementOf(setDisabled, { id, disabledAt }),
  };
}
