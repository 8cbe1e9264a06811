import { desc, eq, lt, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { accounts, addresses } from "../db/tables/account_schema.ts";
import { user } from "../db/tables/auth_schema.ts";

/** Reads accounts for the operator, newest first. */
export const accountListStore = perDatabase(({ orm }: Database) => {
  const page = orm
    .select({
      id: accounts.id,
      kind: accounts.kind,
      displayName: accounts.displayName,
      createdAt: accounts.createdAt,
      disabledAt: accounts.disabledAt,
      localPart: addresses.localPart,
      email: user.email,
    })
    .from(accounts)
    .leftJoin(addresses, eq(addresses.accountId, accounts.id))
    .leftJoin(user, eq(user.id, accounts.id))
    .where(lt(accounts.id, sql.placeholder("before")))
    .orderBy(desc(accounts.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  return {
    page: (before: string, limit: number) => page.all({ before, limit }),
  };
});
