import { asc, gt, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import type { OwnedRow } from "../db/owned_rows.ts";
import { ownedRows } from "../db/owned_rows.ts";
import { perDatabase } from "../db/per_database.ts";
import {
  accounts,
  addresses,
  credentials,
} from "../db/tables/account_schema.ts";
import { addressDomains } from "../db/tables/domain_schema.ts";

/** The standing of an account, as far as its chain records it. */
export const standingStore = perDatabase(makeStandingStore);

interface Account extends OwnedRow {
  readonly disabledAt: number | null;
}

interface Mailbox extends OwnedRow {
  readonly id: string;
  readonly localPart: string;
}

interface Domain extends OwnedRow {
  readonly id: string;
  readonly domain: string;
  readonly status: string;
}

/** An access: a credential, or a membership with its person and role. */
export interface Token extends OwnedRow {
  readonly id: string;
  readonly memberId: string | null;
  readonly role: string | null;
  readonly revokedAt: number | null;
}

function makeStandingStore({ longOrm }: Database) {
  const page = longOrm
    .select({
      id: accounts.id,
      has: sql<number>`exists (select 1 from audit_records where chain_id = ${accounts.id})`,
    })
    .from(accounts)
    .where(gt(accounts.id, sql.placeholder("after")))
    .orderBy(asc(accounts.id))
    .limit(LIMITS.verifyOwnersAtOnce)
    .prepare();
  return {
    accounts: ownedRows<Account>(longOrm, {
      table: accounts,
      columns: { disabledAt: accounts.disabledAt },
      ...{ owner: accounts.id, key: accounts.id, start: "" },
    }),
    addresses: ownedRows<Mailbox>(longOrm, {
      table: addresses,
      columns: { id: addresses.id, localPart: addresses.localPart },
      ...{ owner: addresses.accountId, key: addresses.id, start: "" },
    }),
    domains: ownedRows<Domain>(longOrm, {
      table: addressDomains,
      columns: {
        id: addressDomains.id,
        domain: addressDomains.domain,
        status: addressDomains.status,
      },
      ...{ owner: addressDomains.accountId, key: addressDomains.id, start: "" },
    }),
    credentials: ownedRows<Token>(longOrm, {
      table: credentials,
      columns: {
        id: credentials.id,
        revokedAt: credentials.revokedAt,
        memberId: credentials.memberId,
        role: credentials.role,
      },
      ...{ owner: credentials.accountId, key: credentials.id, start: "" },
    }),
    /** Accounts after an id, and whether they have a chain. */
    recorded: (after: string) => page.all({ after }),
  };
}
