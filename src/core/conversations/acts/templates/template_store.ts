import { and, asc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { rowSlots, slotsBut } from "../../../db/slots.ts";
import type { Statement } from "../../../db/statement.ts";
import { statementOf } from "../../../db/statement.ts";
import { templates } from "../../../db/tables/data/template_schema.ts";
import type { Template } from "./template.ts";

const value = sql.placeholder;
const WRITTEN = slotsBut(templates, "id", "accountId", "key");

/** Reads and keeps the templates of accounts. */
export const templateStore = perDatabase(({ orm }: Database) => {
  const of = orm
    .select()
    .from(templates)
    .where(eq(templates.accountId, value("accountId")))
    .orderBy(asc(templates.key))
    .limit(LIMITS.templatesMax)
    .prepare();
  const put = orm
    .insert(templates)
    .values(rowSlots(templates))
    .onConflictDoUpdate({
      target: [templates.accountId, templates.key],
      set: WRITTEN,
    })
    .prepare();
  const remove = orm
    .delete(templates)
    .where(
      and(
        eq(templates.id, value("id")),
        eq(templates.accountId, value("accountId")),
      ),
    )
    .prepare();
  return {
    /** All of an account, by name. */
    of: async (accountId: string): Promise<readonly Template[]> =>
      (await of.all({ accountId })) as Template[],
    /** Adds one, or replaces the one with its name. */
    put: (template: Template): Statement => statementOf(put, { ...template }),
    remove: ({ id, accountId }: Template): Statement =>
      statementOf(remove, { id, accountId }),
  };
});
