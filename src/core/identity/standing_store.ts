import { asc, eq, gt, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import {
  accounts,
  addresses,
  credentials,
} from "../db/tables/account_schema.ts";
import { addressDomains } from "../db/tables/domain_schema.ts";

/** What an account has and is, as far as its chain says so. */
export const standingStore = perDatabase(build);

const value = sql.placeholder;

function build({ orm }: Database) {
  const id = value("id");
  const account = orm
    .select({ disabledAt: accounts.disabledAt })
    .from(accounts)
    .where(eq(accounts.id, id))
    .limit(1)
    .prepare();
  const mailboxes = orm
    .select({ id: addresses.id, localPart: addresses.localPart })
    .from(addresses)
    .where(eq(addresses.accountId, id))
    .prepare();
  const domains = orm
    .select({
      id: addressDomains.id,
      domain: addressDomains.domain,
      status: addressDomains.status,
    })
    .from(addressDomains)
    .where(eq(addressDomains.accountId, id))
    .prepare();
  const tokens = orm
    .select({ id: credentials.id, revokedAt: credentials.revokedAt })
    .from(credentials)
    .where(eq(credentials.accountId, id))
    .prepare();
  const page = orm
    .select({
      id: accounts.id,
      has: sql<number>`exists (select 1 from audit_records where chain_id = ${accounts.id})`,
    })
    .from(accounts)
    .where(gt(accounts.id, value("after")))
    .orderBy(asc(accounts.id))
    .limit(LIMITS.auditSlice)
    .prepare();
  return {
    account: async (accountId: string) =>
      (await account.get({ id: accountId })) ?? undefined,
    addresses: (accountId: string) => mailboxes.all({ id: accountId }),
    domains: (accountId: string) => domains.all({ id: accountId }),
    credentials: (accountId: string) => tokens.all({ id: accountId }),
    /** Accounts after an id, and whether they have a chain. */
    recorded: (after: string) => page.all({ after }),
  };
}
