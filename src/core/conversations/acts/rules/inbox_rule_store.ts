import { and, asc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { keptReads } from "../../../db/kept/kept_reads.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { rowSlots } from "../../../db/slots.ts";
import type { Statement } from "../../../db/statement.ts";
import { statementOf } from "../../../db/statement.ts";
import { inboxRules } from "../../../db/tables/label_schema.ts";
import type { InboxRule } from "./inbox_rule.ts";

const value = sql.placeholder;

/** Reads and keeps the rules of accounts. */
export const inboxRuleStore = perDatabase((db: Database) => {
  const { orm } = db;
  const kept = keptReads<readonly InboxRule[]>(db, [inboxRules]);
  const of = orm
    .select()
    .from(inboxRules)
    .where(eq(inboxRules.accountId, value("accountId")))
    .orderBy(asc(inboxRules.id))
    .limit(LIMITS.inboxRulesMax)
    .prepare();
  const insert = orm.insert(inboxRules).values(rowSlots(inboxRules)).prepare();
  const remove = orm
    .delete(inboxRules)
    .where(
      and(
        eq(inboxRules.id, value("id")),
        eq(inboxRules.accountId, value("accountId")),
      ),
    )
    .prepare();
  return {
    /** All of an account, oldest first. */
    of: (accountId: string): Promise<readonly InboxRule[]> =>
      kept(accountId, () => of.all({ accountId })),
    insert: (rule: InboxRule): Statement => statementOf(insert, { ...rule }),
    remove: ({ id, accountId }: InboxRule): Statement =>
      statementOf(remove, { id, accountId }),
  };
});
