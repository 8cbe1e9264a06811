import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { DAY_MS } from "../../base/time.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { slots } from "../../db/slots.ts";
import type { Statement } from "../../db/statement.ts";
import { statementOf } from "../../db/statement.ts";
import { orders } from "../../db/tables/data/offer_schema.ts";
import type { Offer, Orders } from "./offer.ts";

type PlacedOrder = typeof orders.$inferSelect;

const value = sql.placeholder;

/** Counts the orders of offers. */
export const orderStore = perDatabase((db: Database) => ({
  ...reads(db),
  ...writes(db),
}));

function reads({ orm }: Database) {
  const ofOffer = and(
    eq(orders.sellerId, value("accountId")),
    eq(orders.offerId, value("offerId")),
  );
  const count = sql<number>`count(*)`;
  const byState = orm
    .select({ state: orders.state, count })
    .from(orders)
    .where(ofOffer)
    .groupBy(orders.state)
    .prepare();
  const since = orm
    .select({ count })
    .from(orders)
    .where(
      and(
        ofOffer,
        inArray(orders.state, ["open", "done", "ended"]),
        gt(orders.orderedAt, value("after")),
      ),
    )
    .prepare();
  const place = orm
    .select({ id: orders.conversationId })
    .from(orders)
    .where(eq(orders.conversationId, value("conversationId")))
    .limit(1)
    .prepare();
  return {
    /** The orders of an offer at a moment. */
    async of(
      { accountId, offerId }: Pick<Offer, "accountId" | "offerId">,
      now: number,
    ): Promise<Orders> {
      const after = now - DAY_MS;
      const found = await byState.all({ accountId, offerId });
      const today = await since.get({ accountId, offerId, after });
      const of = (state: string) =>
        found.find((it) => it.state === state)?.count ?? 0;
      return { open: of("open"), done: of("done"), today: today?.count ?? 0 };
    },
    /** True for an order that is counted. */
    hasPlace: async (conversationId: string) =>
      (await place.get({ conversationId })) !== undefined,
  };
}

function writes({ orm }: Database) {
  const take = orm
    .insert(orders)
    .values({
      ...slots(orders, "conversationId", "sellerId", "offerId", "orderedAt"),
      state: "open",
    })
    .prepare();
  const end = orm
    .update(orders)
    .set(slots(orders, "state"))
    .where(eq(orders.conversationId, value("conversationId")))
    .prepare();
  return {
    /** Counts an order as open. */
    take: (order: Omit<PlacedOrder, "state">): Statement =>
      statementOf(take, { ...order }),
    /** Counts it as done, or as ended. */
    end: (conversationId: string, state: "done" | "ended"): Statement =>
      statementOf(end, { conversationId, state }),
  };
}
