import { and, desc, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { statementOf } from "../db/statement.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";

/** A span of time in which events were made. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The events sent to webhooks: the log, and those sent again. */
export const eventStore = perDatabase(makeEventStore);

const value = sql.placeholder;
const table = deliveries;
const isOfOne = eq(table.recipient, value("webhookId"));
const isSettled = sql`${table.settledAt} is not null`;

function makeEventStore({ orm }: Database) {
  const list = orm
    .select()
    .from(table)
    .where(and(isOfOne, lt(table.id, value("before"))))
    .orderBy(desc(table.id))
    .limit(value("limit"))
    .prepare();
  const settled = orm
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        isOfOne,
        isSettled,
        gte(table.createdAt, value("from")),
        lte(table.createdAt, value("to")),
      ),
    )
    .orderBy(table.id)
    .limit(LIMITS.webhookReplayMax);
  const counted = orm
    .select({ count: sql<number>`count(*)` })
    .from(settled.as("settled"))
    .prepare();
  const anew = {
    status: sql`'waiting'`,
    attempts: sql`0`,
    settledAt: sql`null`,
    dueAt: sql`${value("now")}`,
  };
  const replay = orm
    .update(table)
    .set(anew)
    .where(inArray(table.id, settled))
    .prepare();
  const one = orm
    .update(table)
    .set(anew)
    .where(and(eq(table.id, value("id")), isSettled))
    .prepare();
  return {
    /** The newest ones older than a listed one. */
    list: (webhookId: string, before: string, limit: number) =>
      list.all({ webhookId, before, limit }),
    /** The number of settled ones in a span of time, up to a limit. */
    countSettled: async (webhookId: string, span: TimeRange) =>
      (await counted.get({ webhookId, ...span }))?.count ?? 0,
    /** Sends these again. */
    replay: (webhookId: string, span: TimeRange, now: number) =>
      statementOf(replay, { webhookId, ...span, now }),
    replayOne: (id: string, now: number) => statementOf(one, { id, now }),
  };
}
