import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { session } from "../db/tables/auth_schema.ts";

/** The reads and writes behind a person's list of sessions. */
export interface SessionListStore {
  /** True while a session of the account is open. */
  has(accountId: string, sessionId: string, now: number): Promise<boolean>;
  /** When the person of a session signed in. */
  since(accountId: string, sessionId: string): Promise<number | undefined>;
  /** Removes all of an account but one. */
  removeOthers(accountId: string, sessionId: string): Statement;
}

export const sessionListStore = perDatabase(makeSessionListStore);

function makeSessionListStore({ orm }: Database): SessionListStore {
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
    has: async (accountId, sessionId, now) =>
      (await has.get({ accountId, id: sessionId, now })) !== undefined,
    since: async (accountId, sessionId) =>
      (await since.get({ accountId, id: sessionId }))?.at,
    removeOthers: (accountId, sessionId) =>
      statementOf(removeOthers, { accountId, id: sessionId }),
  };
}
