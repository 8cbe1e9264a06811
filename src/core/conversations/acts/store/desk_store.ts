import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { rowSlots, slots } from "../../../db/slots.ts";
import { statementOf } from "../../../db/statement.ts";
import { desks } from "../../../db/tables/account_schema.ts";

/** The conversation in which `security` asks each account. */
export const deskStore = perDatabase(makeDeskStore);

function makeDeskStore({ orm }: Database) {
  const find = orm
    .select({ conversationId: desks.conversationId })
    .from(desks)
    .where(eq(desks.accountId, sql.placeholder("accountId")))
    .limit(1)
    .prepare();
  const put = orm
    .insert(desks)
    .values(rowSlots(desks))
    .onConflictDoUpdate({
      target: desks.accountId,
      set: slots(desks, "conversationId"),
    })
    .prepare();
  return {
    find: async (accountId: string) =>
      (await find.get({ accountId }))?.conversationId,
    put: (accountId: string, conversationId: string) =>
      statementOf(put, { accountId, conversationId }),
  };
}
