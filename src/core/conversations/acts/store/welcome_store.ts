import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { rowSlots } from "../../../db/slots.ts";
import { statementOf } from "../../../db/statement.ts";
import { welcomes } from "../../../db/tables/account_schema.ts";

/** The accounts that were welcomed, each once. */
export const welcomeStore = perDatabase(makeWelcomeStore);

function makeWelcomeStore({ orm }: Database) {
  const find = orm
    .select({
      welcomeId: welcomes.conversationId,
      demoId: welcomes.demoId,
    })
    .from(welcomes)
    .where(eq(welcomes.accountId, sql.placeholder("accountId")))
    .limit(1)
    .prepare();
  const insert = orm.insert(welcomes).values(rowSlots(welcomes)).prepare();
  return {
    find: (accountId: string) => find.get({ accountId }),
    /** Fails the batch if the account was already welcomed. */
    insert: (
      accountId: string,
      conversationId: string,
      demoId: string | null,
    ) => statementOf(insert, { accountId, conversationId, demoId }),
  };
}
