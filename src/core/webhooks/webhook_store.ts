import { and, asc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { accounts } from "../db/tables/account_schema.ts";
import { accountChanges } from "../db/tables/change_schema.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";
import { webhooks } from "../db/tables/outbox_schema.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";

/** The URL to which an account's events are sent, or those of one task. */
export type Webhook = typeof webhooks.$inferSelect;

/** Stores the webhooks of accounts. */
export const webhookStore = perDatabase(makeWebhookStore);

const value = sql.placeholder;

/** An account's own webhooks; the others are for one task each (`task_push_store.ts`). */
export const IS_STANDARD = sql`${webhooks.format} = 'standard'`;

/** True for one whose account is open. */
export const IS_OPEN = sql`exists (select 1 from ${accounts} a where a.id = ${webhooks.accountId} and a.disabled_at is null)`;

function makeWebhookStore(db: Database) {
  const { orm } = db;
  const isOne = eq(webhooks.id, value("id"));
  const one = orm.select().from(webhooks).where(isOne).limit(1).prepare();
  const of = orm
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.accountId, value("accountId")), IS_STANDARD))
    .orderBy(asc(webhooks.id))
    .limit(LIMITS.webhooksMax)
    .prepare();
  const { insert, update } = writes(orm);
  const remove = orm.delete(webhooks).where(isOne).prepare();
  // One index look-up for each: whose changes to read, and what is due.
  const hasChanges = sql`exists (select 1 from ${accountChanges} c where c.account_id = ${webhooks.accountId} and c.place > ${webhooks.readTo})`;
  const hasDue = sql`exists (select 1 from ${deliveries} d where d.recipient = ${webhooks.id} and d.settled_at is null and d.due_at <= ${value("now")})`;
  const busy = orm
    .select()
    .from(webhooks)
    .where(
      and(
        sql`${webhooks.status} = 'active'`,
        IS_STANDARD,
        bounded("the active ones, a few of each account"),
        IS_OPEN,
        sql`(${hasChanges} or ${hasDue})`,
      ),
    )
    .prepare();
  const read = orm
    .update(webhooks)
    .set({ readTo: sql`${value("to")}` })
    .where(and(isOne, eq(webhooks.readTo, value("from"))))
    .prepare();
  const failing = orm
    .update(webhooks)
    .set({
      failingSince: sql`iif(${value("since")} is null, null, coalesce(${webhooks.failingSince}, ${value("since")}))`,
    })
    .where(isOne)
    .prepare();
  return {
    find: (id: string) => one.get({ id }),
    /** All of an account, oldest first. */
    of: (accountId: string) => of.all({ accountId }),
    insert: (webhook: Webhook) => statementOf(insert, webhook),
    /** Writes what its owner may change, and its status. */
    update: (webhook: Webhook) => statementOf(update, webhook),
    remove: (id: string) => [
      deliveryStore(db).removeAll(id),
      statementOf(remove, { id }),
    ],
    /** Active ones with changes to read or events to send. */
    busy: (now: number) => busy.all({ now }),
    /** Records that changes were read for it, if nobody else has. */
    read: (id: string, from: number, to: number) =>
      statementOf(read, { id, from, to }),
    /** Records since when it fails; null after a success. */
    failing: (id: string, since: number | null) =>
      statementOf(failing, { id, since }),
  };
}

/** The columns that may change later. */
const CHANGED = [
  "url",
  "events",
  "status",
  "reason",
  "failingSince",
  "secret",
  "oldSecret",
  "oldUntil",
  "updatedAt",
] as const;

/** Statements that write a webhook: all of it, and the part that may change. */
function writes(orm: Database["orm"]) {
  const insert = orm.insert(webhooks).values(rowSlots(webhooks)).prepare();
  const update = orm
    .update(webhooks)
    .set(slots(webhooks, ...CHANGED))
    .where(eq(webhooks.id, value("id")))
    .prepare();
  return { insert, update };
}
