import { and, desc, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { webhookDeliveries } from "../db/tables/outbox_schema.ts";

/** One event for one webhook, and what became of it. */
export type Delivery = typeof webhookDeliveries.$inferSelect;

/** What becomes of a delivery. */
export type Progress = Pick<Delivery, "status" | "dueAt" | "log" | "settledAt">;

/** A stretch of time, by when events were made. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What has to reach webhooks, and what has. */
export interface DeliveryStore {
  find(id: string): Promise<Delivery | undefined>;
  insert(delivery: Delivery): Statement;
  /** How many wait for a webhook, up to a bound. */
  countWaiting(webhookId: string): Promise<number>;
  /** Leases some that are due, but never so many that too many are under way. */
  lease(
    webhookId: string,
    lease: string,
    now: number,
  ): Promise<readonly Delivery[]>;
  /** Says what became of one, and gives the lease back. */
  progress(id: string, progress: Progress): Statement;
  /** The newest older than one that was listed. */
  list(
    webhookId: string,
    before: string,
    limit: number,
  ): Promise<readonly Delivery[]>;
  /** How many settled ones of a stretch of time there are, up to a bound. */
  countSettled(webhookId: string, span: Span): Promise<number>;
  /** Has these sent once more. */
  replay(webhookId: string, span: Span, now: number): Statement;
  replayOne(id: string, now: number): Statement;
}

export const webhookDeliveryStore = perDatabase(build);

const value = sql.placeholder;
const table = webhookDeliveries;
const isOpen = sql`${table.status} in ('waiting', 'sending')`;
const isOfOne = eq(table.webhookId, value("webhookId"));

function build(db: Database): DeliveryStore {
  const { orm } = db;
  const isOne = eq(table.id, value("id"));
  const one = orm.select().from(table).where(isOne).limit(1).prepare();
  const insert = orm
    .insert(table)
    .values(
      slots(
        table,
        "id",
        "webhookId",
        "place",
        "part",
        "type",
        "body",
        "status",
        "attempts",
        "dueAt",
        "lease",
        "log",
        "createdAt",
        "settledAt",
      ),
    )
    .prepare();
  const waiting = orm
    .select({ count: sql<number>`count(*)` })
    .from(
      sql`(select 1 from ${table} where ${isOfOne} and ${isOpen} limit ${sql.raw(String(LIMITS.webhookWaitingMax))})`,
    )
    .prepare();
  const progress = orm
    .update(table)
    .set({
      lease: sql`null`,
      ...slots(table, "status", "dueAt", "log", "settledAt"),
    })
    .where(isOne)
    .prepare();
  const list = orm
    .select()
    .from(table)
    .where(and(isOfOne, lt(table.id, value("before"))))
    .orderBy(desc(table.id))
    .limit(value("limit"))
    .prepare();
  return {
    find: (id) => one.get({ id }),
    insert: (delivery) => statementOf(insert, delivery),
    countWaiting: async (webhookId) =>
      (await waiting.get({ webhookId }))?.count ?? 0,
    ...leasing(db),
    progress: (id, given) => statementOf(progress, { id, ...given }),
    list: (webhookId, before, limit) => list.all({ webhookId, before, limit }),
    ...replaying(db),
  };
}

function leasing(db: Database): Pick<DeliveryStore, "lease"> {
  const { orm } = db;
  const underWay = sql`(select count(*) from ${table} u where u.webhook_id = ${value("webhookId")} and u.status = 'sending' and u.due_at > ${value("now")})`;
  const due = sql`(select id from ${table} where ${isOfOne} and ${isOpen} and ${table.dueAt} <= ${value("now")} order by due_at limit max(0, ${sql.raw(String(LIMITS.webhookAtOnceMax))} - ${underWay}))`;
  // One statement: of two nodes that ask at once, each message goes to one.
  const take = orm
    .update(table)
    .set({
      status: sql`'sending'`,
      attempts: sql`${table.attempts} + 1`,
      ...slots(table, "lease", "dueAt"),
    })
    .where(sql`id in ${due}`)
    .prepare();
  const taken = orm
    .select()
    .from(table)
    .where(and(isOfOne, isOpen, eq(table.lease, value("lease"))))
    .prepare();
  return {
    async lease(webhookId, lease, now) {
      const dueAt = now + LIMITS.webhookLeaseMs;
      await db.commit([statementOf(take, { webhookId, lease, now, dueAt })]);
      return await taken.all({ webhookId, lease });
    },
  };
}

function replaying({
  orm,
}: Database): Pick<DeliveryStore, "countSettled" | "replay" | "replayOne"> {
  const settled = orm
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        isOfOne,
        sql`${table.settledAt} is not null`,
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
    .where(and(eq(table.id, value("id")), sql`${table.settledAt} is not null`))
    .prepare();
  return {
    countSettled: async (webhookId, span) =>
      (await counted.get({ webhookId, ...span }))?.count ?? 0,
    replay: (webhookId, span, now) =>
      statementOf(replay, { webhookId, ...span, now }),
    replayOne: (id, now) => statementOf(one, { id, now }),
  };
}
