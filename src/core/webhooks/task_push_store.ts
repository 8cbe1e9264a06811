import { and, asc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import {
  conversations,
  participants,
} from "../db/tables/conversation_schema.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";
import { webhooks } from "../db/tables/outbox_schema.ts";
import type { Webhook } from "./webhook_store.ts";
import { IS_OPEN } from "./webhook_store.ts";

/** The webhooks that are for one task each. */
export const taskPushStore = perDatabase(makeTaskPushStore);

const value = sql.placeholder;

function makeTaskPushStore({ orm }: Database) {
  const of = orm
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.conversationId, value("conversationId")),
        eq(webhooks.accountId, value("accountId")),
      ),
    )
    .orderBy(asc(webhooks.id))
    .limit(LIMITS.taskPushesOfTaskMax)
    .prepare();
  const counted = orm
    .select({ count: sql<number>`count(*)` })
    .from(
      sql`(select 1 from ${webhooks} where account_id = ${value("accountId")} and format = 'a2a' limit ${sql.raw(String(LIMITS.taskPushesMax))})`,
    )
    .prepare();
  // Read as it is written, so that no change between the two is missed.
  const version = sql`(select max(p.version) from ${participants} p where p.conversation_id = ${value("conversationId")} and p.account_id = ${value("accountId")})`;
  const insert = orm
    .insert(webhooks)
    .values({
      ...rowSlots(webhooks),
      changedTo: sql`max(${value("changedTo")}, coalesce(${version}, 0))`,
    })
    .prepare();
  const isUnderWay = sql`exists (select 1 from ${deliveries} d where d.recipient = ${webhooks.id} and d.settled_at is null and d.due_at > ${value("now")} and d.number >= ${webhooks.changedTo})`;
  const busy = orm
    .select()
    .from(webhooks)
    .where(
      and(
        sql`${webhooks.changedTo} > ${webhooks.readTo}`,
        bounded("in an index of those with something to send"),
        IS_OPEN,
        sql`not ${isUnderWay}`,
      ),
    )
    .prepare();
  const pushed = orm
    .update(webhooks)
    .set({ readTo: sql`max(${webhooks.readTo}, ${value("version")})` })
    .where(eq(webhooks.id, value("id")))
    .prepare();
  const removeDone = orm
    .delete(webhooks)
    .where(
      and(
        eq(webhooks.id, value("id")),
        sql`${webhooks.changedTo} <= ${webhooks.readTo}`,
      ),
    )
    .prepare();
  return {
    /** Those of one task and account, oldest first. */
    of: (conversationId: string, accountId: string) =>
      of.all({ conversationId, accountId }),
    /** How many an account has, up to the most that it may have. */
    count: async (accountId: string) =>
      (await counted.get({ accountId }))?.count ?? 0,
    oldestEnded: endedOf(orm),
    insert: (row: Webhook) => statementOf(insert, { ...row }),
    /** Those whose task has changed and is not on its way as it is now. */
    busy: (now: number) => busy.all({ now }),
    ...waitingOf(orm),
    /** Records the version that needs no other push. */
    pushed: (id: string, version: number) =>
      statementOf(pushed, { id, version }),
    /** Removes one unless its task has changed since. */
    removeDone: (id: string) => statementOf(removeDone, { id }),
  };
}

/** The oldest whose task is completed and was pushed: it makes room for another. */
function endedOf(orm: Database["orm"]) {
  const oldestEnded = orm
    .select({ webhook: webhooks })
    .from(webhooks)
    .innerJoin(conversations, eq(conversations.id, webhooks.conversationId))
    .where(
      and(
        eq(webhooks.accountId, value("accountId")),
        eq(webhooks.format, "a2a"),
        eq(conversations.state, "completed"),
        sql`${webhooks.changedTo} <= ${webhooks.readTo}`,
      ),
    )
    .orderBy(asc(webhooks.id))
    .limit(1)
    .prepare();
  return async (accountId: string) =>
    (await oldestEnded.get({ accountId }))?.webhook;
}

/** The deliveries of one that have not ended. */
function waitingOf(orm: Database["orm"]) {
  const isOpenTo = sql`${deliveries.recipient} = ${value("id")} and ${deliveries.settledAt} is null`;
  const begun = orm
    .select({ version: sql<number | null>`max(${deliveries.number})` })
    .from(deliveries)
    .where(sql`${isOpenTo} and ${bounded("a few of one receiver")}`)
    .prepare();
  const dropWaiting = orm
    .delete(deliveries)
    .where(sql`${isOpenTo} and ${deliveries.status} = 'waiting'`)
    .prepare();
  return {
    /** The newest version for which a delivery has begun and not ended. */
    begun: async (id: string) => (await begun.get({ id }))?.version ?? 0,
    /** Removes deliveries that wait: a newer one says more. */
    dropWaiting: (id: string) => statementOf(dropWaiting, { id }),
  };
}
