import { and, asc, desc, eq, lte, ne, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import { bounded } from "../../db/bounded.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { slots } from "../../db/slots.ts";
import { statementOf } from "../../db/statement.ts";
import { addressDomains, IS_HELD } from "../../db/tables/domain_schema.ts";
import type { DnsCheck } from "../dns/check.ts";
import type { DomainState } from "./domain_rules.ts";

/** An account's claim of a domain as it is stored. */
export interface DomainRow extends DomainState {
  readonly id: string;
  readonly accountId: string;
  readonly domain: string;
  readonly token: string;
  readonly lastCheckedAt: number | null;
  readonly lastCheck: DnsCheck | null;
}

/** Reads and stores the domains that accounts claim. */
export const domainStore = perDatabase(makeDomainStore);

const CHECKED = [
  "lastCheckedAt",
  "nextCheckAt",
  "misses",
  "missingSince",
  "lastCheck",
] as const;
const CHANGING = ["status", "verifiedAt", ...CHECKED] as const;
const FIXED = ["id", "accountId", "domain", "token", "createdAt"] as const;

const IS_LIVE = sql`${addressDomains.status} IN ('pending-dns', 'verified', 'dns-missing')`;

function makeDomainStore(db: Database) {
  return { ...reads(db), ...writes(db) };
}

function reads({ orm }: Database) {
  const { accountId, domain, nextCheckAt } = addressDomains;
  const isAccounts = eq(accountId, sql.placeholder("accountId"));
  const isNamed = eq(domain, sql.placeholder("domain"));
  const rows = () => orm.select().from(addressDomains).$dynamic();
  const byId = rows()
    .where(eq(addressDomains.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
  const ofAccount = rows()
    .where(and(isAccounts, bounded("domainsPerAccountMax")))
    .orderBy(desc(addressDomains.createdAt), desc(addressDomains.id))
    .limit(LIMITS.domainsPerAccountMax)
    .prepare();
  const named = rows().where(and(isAccounts, isNamed)).limit(1).prepare();
  const holder = rows().where(and(isNamed, IS_HELD)).limit(1).prepare();
  const rivals = rows()
    .where(and(isNamed, IS_LIVE, ne(accountId, sql.placeholder("accountId"))))
    .orderBy(desc(IS_HELD), asc(addressDomains.createdAt))
    .limit(LIMITS.domainRivalsMax)
    .prepare();
  const due = rows()
    .where(lte(nextCheckAt, sql.placeholder("now")))
    .orderBy(asc(nextCheckAt))
    .limit(LIMITS.domainRechecksPerPass)
    .prepare();
  return {
    byId: async (id: string) =>
      (await byId.get({ id })) as DomainRow | undefined,
    /** All of an account, newest first. */
    ofAccount: async (accountId: string) =>
      (await ofAccount.all({ accountId })) as DomainRow[],
    ofAccountNamed: async (accountId: string, domain: string) =>
      (await named.get({ accountId, domain })) as DomainRow | undefined,
    /** The account that holds a domain: at most one. */
    holder: async (domain: string) =>
      (await holder.get({ domain })) as DomainRow | undefined,
    /** Live claims of others, the holder first. */
    rivals: async (domain: string, accountId: string) =>
      (await rivals.all({ domain, accountId })) as DomainRow[],
    /** Claims with a due daily check, the most overdue first. */
    due: async (now: number) => (await due.all({ now })) as DomainRow[],
  };
}

function writes({ orm }: Database) {
  const isThis = eq(addressDomains.id, sql.placeholder("id"));
  const insert = orm
    .insert(addressDomains)
    .values(slots(addressDomains, ...FIXED, ...CHANGING))
    .prepare();
  const changing = <const K extends (typeof CHANGING)[number]>(
    ...names: readonly K[]
  ) =>
    orm
      .update(addressDomains)
      .set(slots(addressDomains, ...names))
      .where(isThis)
      .prepare();
  const move = changing(...CHANGING);
  const saveCheck = changing(...CHECKED);
  const remove = orm.delete(addressDomains).where(isThis).prepare();
  return {
    insert: (row: DomainRow) => statementOf(insert, { ...row }),
    /** Changes the status. Needs a record on the account's chain. */
    move: (row: DomainRow) => statementOf(move, { ...row }),
    /** The result of a check, whatever the status is now. */
    saveCheck: (row: DomainRow) => statementOf(saveCheck, { ...row }),
    /** Makes room for a new claim of the same domain. */
    remove: (id: string) => statementOf(remove, { id }),
  };
}
