import { and, asc, eq, lte, or, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import { bounded } from "../../db/bounded.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { rowSlots, slots } from "../../db/slots.ts";
import { statementOf } from "../../db/statement.ts";
import {
  foreignAccounts,
  remoteTasks,
} from "../../db/tables/data/federation_schema.ts";

/** The task at another service that a conversation is followed by, as stored. */
export type RemoteTaskRow = typeof remoteTasks.$inferSelect;

/** The conversation and the account whose task it is. */
export type RemotePlace = Pick<RemoteTaskRow, "conversationId" | "accountId">;

/** A task that is due to be asked for. */
export interface DueLook extends RemotePlace {
  readonly looks: number;
  readonly origin: string;
}

/** Reads and writes the tasks at other services. */
export const remoteTaskStore = perDatabase((db: Database) => ({
  ...rows(db),
  ...looks(db),
}));

const value = sql.placeholder;
const here = and(
  eq(remoteTasks.conversationId, value("conversationId")),
  eq(remoteTasks.accountId, value("accountId")),
);

function rows({ orm }: Database) {
  const found = () => orm.select().from(remoteTasks).limit(1).$dynamic();
  const byPlace = found().where(here).prepare();
  const byToken = found()
    .where(eq(remoteTasks.tokenHash, value("tokenHash")))
    .prepare();
  const byTask = found()
    .where(
      and(
        eq(remoteTasks.accountId, value("accountId")),
        eq(remoteTasks.taskId, value("taskId")),
      ),
    )
    .prepare();
  const begin = orm
    .insert(remoteTasks)
    .values(rowSlots(remoteTasks))
    .onConflictDoNothing()
    .prepare();
  const change = orm
    .update(remoteTasks)
    .set(slots(remoteTasks, "taskId", "version", "lookAt", "looks"))
    .where(here)
    .prepare();
  return {
    find: (place: RemotePlace) => byPlace.get({ ...place }),
    /** The task whose pushes carry a token. */
    byToken: (tokenHash: string) => byToken.get({ tokenHash }),
    /** The conversation that an account's task is bound to. */
    byTask: (accountId: string, taskId: string) =>
      byTask.get({ accountId, taskId }),
    /** Adds the row of a task that is about to be made, unless it is there. */
    begin: (row: RemoteTaskRow) => statementOf(begin, { ...row }),
    change: (row: RemoteTaskRow) => statementOf(change, { ...row }),
  };
}

function looks({ orm }: Database) {
  const isDue = lte(remoteTasks.lookAt, value("now"));
  const due = orm
    .select({
      conversationId: remoteTasks.conversationId,
      accountId: remoteTasks.accountId,
      looks: remoteTasks.looks,
      origin: foreignAccounts.origin,
    })
    .from(remoteTasks)
    .innerJoin(
      foreignAccounts,
      eq(foreignAccounts.accountId, remoteTasks.accountId),
    )
    .where(isDue)
    .orderBy(asc(remoteTasks.lookAt))
    .limit(LIMITS.remoteLooksPage)
    .prepare();
  const asked = orm
    .update(remoteTasks)
    .set(slots(remoteTasks, "lookAt", "looks"))
    .where(and(here, isDue))
    .prepare();
  const soon = orm
    .update(remoteTasks)
    .set(slots(remoteTasks, "lookAt"))
    .where(
      and(
        here,
        // One that has ended may have been opened again there.
        or(sql`look_at is null`, sql`look_at > ${value("lookAt")}`),
      ),
    )
    .prepare();
  const origins = orm
    .select({
      accountId: foreignAccounts.accountId,
      origin: foreignAccounts.origin,
    })
    .from(foreignAccounts)
    .where(
      and(
        sql`account_id in (select value from json_each(${value("ids")}))`,
        bounded("as many as are named"),
      ),
    )
    .prepare();
  return {
    /** The tasks that are due, the longest overdue first, one page. */
    due: (now: number): Promise<DueLook[]> => due.all({ now }),
    /** Notes that a due one is asked for now, and when it is due again. */
    asked: (
      place: RemotePlace,
      told: {
        readonly now: number;
        readonly lookAt: number | null;
        readonly looks: number;
      },
    ) => statementOf(asked, { ...place, ...told }),
    /** Has it asked for at a time, if that is earlier than planned. */
    lookSoon: (place: RemotePlace, lookAt: number) =>
      statementOf(soon, { ...place, lookAt }),
    /** The origin of each account. */
    async origins(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const all = await origins.all({ ids: JSON.stringify(ids) });
      return new Map(all.map((it) => [it.accountId, it.origin]));
    },
  };
}
