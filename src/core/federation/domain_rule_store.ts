import { asc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { federationDomains } from "../db/tables/data/federation_schema.ts";

/** The operator's rule for a domain, as stored. */
export type DomainRule = typeof federationDomains.$inferSelect;

/** Reads and writes the operator's rules for other domains. */
export const domainRuleStore = perDatabase(({ orm }: Database) => {
  const isOne = eq(federationDomains.domain, sql.placeholder("domain"));
  const among = orm
    .select()
    .from(federationDomains)
    .where(
      sql`domain in (select value from json_each(${sql.placeholder("domains")}))`,
    )
    .limit(LIMITS.domainLabelsMax)
    .prepare();
  const list = orm
    .select()
    .from(federationDomains)
    .orderBy(asc(federationDomains.domain))
    .limit(LIMITS.domainRulesMax)
    .prepare();
  const save = orm
    .insert(federationDomains)
    .values(rowSlots(federationDomains))
    .onConflictDoUpdate({
      target: federationDomains.domain,
      set: slots(federationDomains, "rule", "reason", "createdAt"),
    })
    .prepare();
  const remove = orm.delete(federationDomains).where(isOne).prepare();
  return {
    /** The rules for some domains. */
    among: (domains: readonly string[]) =>
      among.all({ domains: JSON.stringify(domains) }),
    list: () => list.all(),
    save: (rule: DomainRule) => statementOf(save, { ...rule }),
    remove: (domain: string) => statementOf(remove, { domain }),
  };
});
