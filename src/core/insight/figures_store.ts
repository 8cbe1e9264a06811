import { sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { checkpoints, payments } from "../db/tables/conversation_schema.ts";
import type { SenderName } from "../db/tables/data/delivery_schema.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";
import { webhooks } from "../db/tables/outbox_schema.ts";

/** A queue in the database: how many wait, and how many are overdue. */
export interface Queue {
  readonly all: number;
  readonly due: number;
}

/** How much of each kind waits; each is counted in an index of waiting rows only. */
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
  const left = longOrm
    .select({
      sender: deliveries.sender,
      status: deliveries.status,
      ...waiting(deliveries.dueAt),
    })
    .from(deliveries)
    .where(sql`${deliveries.settledAt} is null and ${why}`)
    .groupBy(deliveries.sender, deliveries.status)
    .prepare();
  const pausedWebhooks = longOrm
    .select({ count: sql<number>`count(*)` })
    .from(webhooks)
    .where(
      sql`${webhooks.status} = 'paused' and ${webhooks.format} = 'standard' and ${bounded("a few of each account")}`,
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
      sql`(${webhooks.reason} is not null or ${webhooks.failingSince} is not null) and ${webhooks.format} = 'standard' and ${bounded("a few of each account")}`,
    )
    .orderBy(webhooks.id)
    .limit(LIMITS.doctorWebhooksMax)
    .prepare();
  const someWebhooks = longOrm
    .select()
    .from(webhooks)
    .where(
      sql`${webhooks.status} = 'active' and ${webhooks.format} = 'standard' and ${bounded("a few of each account")}`,
    )
    .orderBy(sql`${webhooks.failingSince} is null`, webhooks.id)
    .limit(LIMITS.doctorProbesMax)
    .prepare();
  const one = async (rows: Promise<readonly Queue[]>): Promise<Queue> =>
    (await rows)[0] ?? { all: 0, due: 0 };
  return {
    checkpoints: (at: number) => one(open.all({ now: at })),
    holds: (at: number) => one(held.all({ now: at })),
    /** Waiting deliveries, by sender and whether they are being sent. */
    async deliveries(at: number) {
      const found = await left.all({ now: at });
      return (sender: SenderName, status: "waiting" | "sending"): Queue => {
        const is = found.find(
          (it) => it.sender === sender && it.status === status,
        );
        return { all: is?.all ?? 0, due: is?.due ?? 0 };
      };
    },
    /** Some that fail, or were paused automatically. */
    troubledWebhooks: () => troubledWebhooks.all(),
    /** Some active ones, failing ones first. */
    someWebhooks: () => someWebhooks.all(),
    pausedWebhooks: async () => (await pausedWebhooks.get())?.count ?? 0,
  };
});
