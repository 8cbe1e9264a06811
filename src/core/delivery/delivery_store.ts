/**
 * Which deliveries wait, and when is each tried again? `back_off.ts` is the pause between
 * attempts, `shared_slots.ts` shares the places, `outcome.ts` is what a sender may say. The
 * loop is `loops/deliver.ts`.
 * @module
 */
import { and, asc, eq, lte, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import type { SenderName } from "../db/tables/data/delivery_schema.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";

/** An outgoing message and its progress. */
export type Delivery = typeof deliveries.$inferSelect;

/** A delivery without an attempt. */
export type NewDelivery = Pick<
  Delivery,
  "id" | "sender" | "kind" | "accountId" | "recipient" | "body" | "createdAt"
> &
  Partial<Delivery>;

/** The columns that an attempt changes. */
export type Progress = Pick<
  Delivery,
  "status" | "attempts" | "dueAt" | "log" | "settledAt"
>;

/** The deliveries of all senders: claimed, settled, deleted. */
export const deliveryStore = perDatabase(makeDeliveryStore);

const value = sql.placeholder;
const isOpen = sql`${deliveries.settledAt} is null`;
const isDue = lte(deliveries.dueAt, value("now"));
const isFor = eq(deliveries.recipient, value("recipient"));

/** A new delivery's row. */
export function asInserted(given: NewDelivery): Delivery {
  return {
    ...{ conversationId: null, status: "waiting", attempts: 0, endsAt: null },
    ...{ lease: null, log: [], settledAt: null, series: null, number: null },
    ...{ mailbox: null, mailboxNumber: null, opensAt: null },
    ...{ trouble: null, troubleAt: null, dueAt: given.createdAt },
    ...given,
  };
}

function makeDeliveryStore(db: Database) {
  const { orm } = db;
  const isOne = eq(deliveries.id, value("id"));
  const one = orm.select().from(deliveries).where(isOne).limit(1).prepare();
  const due = orm
    .select({
      id: deliveries.recipient,
      accountId: deliveries.accountId,
      since: sql<number>`min(${deliveries.dueAt})`.as("since"),
      attempts: sql<number>`max(${deliveries.attempts})`,
    })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.sender, value("sender")),
        isOpen,
        isDue,
        bounded("what is due, in an index of what waits alone"),
      ),
    )
    .groupBy(deliveries.recipient)
    .orderBy(asc(sql`since`))
    .prepare();
  const waiting = orm
    .select({ count: sql<number>`count(*)` })
    .from(
      sql`(select 1 from ${deliveries} where ${isFor} and ${isOpen} limit ${sql.raw(String(LIMITS.webhookWaitingMax))})`,
    )
    .prepare();
  const before = orm
    .select({ dueAt: deliveries.dueAt, status: deliveries.status })
    .from(deliveries)
    .where(
      and(
        isFor,
        isOpen,
        sql`(${deliveries.createdAt}, ${deliveries.id}) < (${value("createdAt")}, ${value("id")})`,
        bounded("what waits for one receiver"),
      ),
    )
    .orderBy(asc(deliveries.dueAt))
    .limit(1)
    .prepare();
  const progress = orm
    .update(deliveries)
    .set({
      lease: sql`null`,
      ...slots(deliveries, "status", "attempts", "dueAt", "log", "settledAt"),
    })
    .where(isOne)
    .prepare();
  const remove = orm.delete(deliveries).where(isOne).prepare();
  const removeAll = orm.delete(deliveries).where(isFor).prepare();
  return {
    find: (id: string) => one.get({ id }),
    insert: inserting(db),
    /** The receivers with something due of a sender, the most overdue first. */
    async due(sender: SenderName, now: number) {
      const found = await due.all({ sender, now });
      return found.map(({ id, accountId, attempts }) => {
        return { id, accountId, isFailing: attempts > 0 };
      });
    },
    claim: claiming(db),
    /** How many wait for one receiver, up to a limit. */
    countWaiting: async (recipient: string) =>
      (await waiting.get({ recipient }))?.count ?? 0,
    /** An earlier one for the same receiver that has not ended, if there is one. */
    earlier: ({ recipient, id, createdAt }: Delivery) =>
      before.get({ recipient, id, createdAt }),
    /** Stores the outcome of one, and releases the lease. */
    progress: (id: string, given: Progress) =>
      statementOf(progress, { id, ...given }),
    remove: (id: string) => statementOf(remove, { id }),
    /** Deletes everything for one receiver. */
    removeAll: (recipient: string) => statementOf(removeAll, { recipient }),
  };
}

function inserting({ orm }: Database) {
  const insert = orm.insert(deliveries).values(rowSlots(deliveries)).prepare();
  return (given: NewDelivery) => statementOf(insert, asInserted(given));
}

/** Claims some due deliveries of one receiver, within its limit in flight. */
function claiming(db: Database) {
  const { orm } = db;
  const underWay = sql`(select count(*) from ${deliveries} u where u.recipient = ${value("recipient")} and u.settled_at is null and u.status = 'sending' and u.due_at > ${value("now")})`;
  const due = sql`(select id from ${deliveries} where ${isFor} and sender = ${value("sender")} and ${isOpen} and ${isDue} order by due_at limit max(0, ${sql.raw(String(LIMITS.deliveriesAtOnceOfOne))} - ${underWay}))`;
  // One statement, so that each delivery goes to only one of two nodes.
  const take = orm
    .update(deliveries)
    .set({
      status: sql`'sending'`,
      attempts: sql`${deliveries.attempts} + 1`,
      ...slots(deliveries, "lease", "dueAt"),
    })
    .where(sql`id in ${due}`)
    .prepare();
  const taken = orm
    .select()
    .from(deliveries)
    .where(eq(deliveries.lease, value("lease")))
    .prepare();
  return async (
    to: { readonly sender: SenderName; readonly recipient: string },
    lease: string,
    now: number,
  ) => {
    const dueAt = now + LIMITS.deliveryLeaseMs;
    await db.commit([statementOf(take, { ...to, lease, now, dueAt })]);
    return await taken.all({ lease });
  };
}
