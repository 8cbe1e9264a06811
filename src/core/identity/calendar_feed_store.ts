import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { calendarFeeds } from "../db/tables/data/calendar_schema.ts";

/** The addresses of accounts' calendars, one for each. */
export const calendarFeedStore = perDatabase(({ orm }: Database) => {
  const at = sql.placeholder;
  const { accountId, tokenHash, madeAt } = calendarFeeds;
  const isOf = eq(accountId, at("accountId"));
  const byToken = orm
    .select({ accountId })
    .from(calendarFeeds)
    .where(eq(tokenHash, at("tokenHash")))
    .limit(1)
    .prepare();
  const ofAccount = orm
    .select({ madeAt })
    .from(calendarFeeds)
    .where(isOf)
    .limit(1)
    .prepare();
  const put = orm
    .insert(calendarFeeds)
    .values(rowSlots(calendarFeeds))
    .onConflictDoUpdate({
      target: accountId,
      set: {
        tokenHash: sql`excluded.token_hash`,
        madeAt: sql`excluded.made_at`,
      },
    })
    .prepare();
  const remove = orm.delete(calendarFeeds).where(isOf).prepare();
  return {
    holder: async (hash: string) =>
      (await byToken.get({ tokenHash: hash }))?.accountId,
    /** When an account's address was made; undefined without one. */
    madeAt: async (id: string) =>
      (await ofAccount.get({ accountId: id }))?.madeAt,
    /** Adds one, or replaces the one before, which ends. */
    put: (id: string, hash: string, now: number): Statement =>
      statementOf(put, { accountId: id, tokenHash: hash, madeAt: now }),
    remove: (id: string): Statement => statementOf(remove, { accountId: id }),
  };
});
