import { sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { checkpoints, payments } from "../db/tables/conversation_schema.ts";
import {
  outbox,
  webhookDeliveries,
  webhooks,
} from "../db/tables/outbox_schema.ts";

/** What waits in the database: how many, and how many of them are overdue. */
export interface Waiting {
  readonly all: number;
  readonly due: number;
}

/** How much of each kind waits; each is counted in an index of what waits alone. */
export const figuresStore = perDatabase(({ longOrm }: Database) => {
  const now = sql.placeholder("now");
  const waiting = (due: unknown) => ({
    all: sql<number>`count(*)`,
    due: sql<number>`coalesce(sum(${due} <= ${now}), 0)`,
  });
  const why = bounded("those that wait, in an index that holds no others");
  const open = longOrm
    .select(waiting(checkpoints.expiresAt))
    .from(checkpoints)
    .where(sql`${checkpoints.status} = 'open' and ${why}`)
    .prepare();
  const held = longOrm
    .select(waiting(payments.captureBefore))
    .from(payments)
    .where(sql`${payments.status} = 'held' and ${why}`)
    .prepare();
  const mails = longOrm
    .select({
      status: sql<"queued" | "sending">`${outbox.status}`,
      ...waiting(outbox.dueAt),
    })
    .from(outbox)
    .where(sql`${outbox.status} in ('queued', 'sending') and ${why}`)
    .groupBy(outbox.status)
    .prepare();
  const webhookEvents = longOrm
    .select(waiting(webhookDeliveries.dueAt))
    .from(webhookDeliveries)
    .where(
      sql`${webhookDeliveries.status} in ('waiting', 'sending') and ${why}`,
    )
    .prepare();
  const pausedWebhooks = longOrm
    .select({ count: sql<number>`count(*)` })
    .from(webhooks)
    .where(
      sql`${webhooks.status} = 'paused' and ${bounded("a few of each account")}`,
    )
    .prepare();
  const troubledWebhooks = longOrm
    .select({
      webhookId: webhooks.id,
      accountId: webhooks.accountId,
      url: webhooks.url,
      status: webhooks.status,
      failingSince: webhooks.failingSince,
    })
    .from(webhooks)
    .where(
      sql`(${webhooks.reason} is not null or ${webhooks.failingSince} is not null) and ${bounded("a few of each account")}`,
    )
    .orderBy(webhooks.id)
    .limit(LIMITS.doctorWebhooksMax)
    .prepare();
  const someWebhooks = longOrm
    .select()
    .from(webhooks)
    .where(
      sql`${webhooks.status} = 'active' and ${bounded("a few of each account")}`,
    )
    .orderBy(sql`${webhooks.failingSince} is null`, webhooks.id)
    .limit(LIMITS.doctorProbesMax)
    .prepare();
  const one = async (rows: Promise<readonly Waiting[]>): Promise<Waiting> =>
    (await rows)[0] ?? { all: 0, due: 0 };
  return {
    checkpoints: (at: number) => one(open.all({ now: at })),
    holds: (at: number) => one(held.all({ now: at })),
    mails: (at: number) => mails.all({ now: at }),
    webhookEvents: (at: number) => one(webhookEvents.all({ now: at })),
    /** Some that take nothing, or are sent nothing any more though nobody asked for that. */
    troubledWebhooks: () => troubledWebhooks.all(),
    /** Some active ones, those that fail first. */
    someWebhooks: () => someWebhooks.all(),
    pausedWebhooks: async () => (await pausedWebhooks.get())?.count ?? 0,
  };
});
