import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { slots } from "../../../db/slots.ts";
import { statementOf } from "../../../db/statement.ts";
import { welcomes } from "../../../db/tables/conversation_schema.ts";

/** Which accounts were welcomed, each once. */
export const welcomeStore = perDatabase(makeWelcomeStore);

function makeWelcomeStore({ orm }: Database) {
  const find = orm
    .select({ conversationId: welcomes.conversationId })
    .from(welcomes)
    .where(eq(welcomes.accountId, sql.placeholder("accountId")))
    .limit(1)
    .prepare();
  const insert = orm
    .insert(welcomes)
    .values(slots(welcomes, "accountId", "conversationId"))
    .prepare();
  return {
    find: async (accountId: string) =>
      (await find.get({ accountId }))?.conversationId,
    /** Fails the batch if the account was welcomed already. */
    insert: (accountId: string, conversationId: string) =>
      statementOf(insert, { accountId, conversationId }),
  };
}
