import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { statementOf } from "../db/statement.ts";
import { session } from "../db/tables/auth_schema.ts";

/** The reads and writes behind a person's list of sessions. */
export const sessionListStore = perDatabase(makeSessionListStore);

function makeSessionListStore({ orm }: Database) {
  const id = sql.placeholder("id");
  const isOwner = eq(session.userId, sql.placeholder("accountId"));
  const has = orm
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.id, id),
        isOwner,
        sql`${session.expiresAt} > ${sql.placeholder("now")}`,
      ),
    )
    .limit(1)
    .prepare();
  const since = orm
    .select({ at: sql<number>`${session.createdAt}` })
    .from(session)
    .where(and(eq(session.id, id), isOwner))
    .limit(1)
    .prepare();
  const removeOthers = orm
    .delete(session)
    .where(and(ne(session.id, id), isOwner))
    .prepare();
  return {
    /** True while a session of the account is open. */
    has: async (accountId: string, sessionId: string, now: number) =>
      (await has.get({ accountId, id: sessionId, now })) !== undefined,
    /** When the person of a session signed in. */
    since: async (accountId: string, sessionId: string) =>
      (await since.get({ accountId, id: sessionId }))?.at,
    /** Removes all of an account but one. */
    removeOthers: (accountId: string, sessionId: string) =>
      statementOf(removeOthers, { accountId, id: sessionId }),
  };
}
