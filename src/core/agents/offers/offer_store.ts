import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import { DAY_MS } from "../../base/time.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { slots } from "../../db/slots.ts";
import type { Statement } from "../../db/statement.ts";
import { statementOf } from "../../db/statement.ts";
import { offers, orders } from "../../db/tables/data/offer_schema.ts";
import type { Offer, Orders } from "./offer.ts";

const value = sql.placeholder;
const WRITTEN = slots(
  offers,
  "version",
  "title",
  "description",
  "price",
  "release",
  "acceptWithin",
  "deliverWithin",
  "input",
  "output",
  "openMax",
  "dayMax",
  "audience",
  "active",
  "updatedAt",
);

/** Reads and keeps the offers of accounts, and counts their orders. */
export const offerStore = perDatabase(({ orm }: Database) => {
  const ofAccount = eq(offers.accountId, value("accountId"));
  const isOne = and(ofAccount, eq(offers.offerId, value("offerId")));
  const select = () => orm.select().from(offers);
  const all = select()
    .where(ofAccount)
    .orderBy(asc(offers.offerId))
    .limit(LIMITS.offersMax)
    .prepare();
  const one = select().where(isOne).limit(1).prepare();
  const put = orm
    .insert(offers)
    .values({ ...slots(offers, "accountId", "offerId"), ...WRITTEN })
    .onConflictDoUpdate({
      target: [offers.accountId, offers.offerId],
      set: WRITTEN,
    })
    .prepare();
  const remove = orm.delete(offers).where(isOne).prepare();
  const ofOffer = and(
    eq(orders.sellerId, value("accountId")),
    eq(orders.offerId, value("offerId")),
  );
  const byState = orm
    .select({
      state: orders.state,
      count: sql<number>`count(*)`,
    })
    .from(orders)
    .where(ofOffer)
    .groupBy(orders.state)
    .prepare();
  const since = orm
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(
      and(
        ofOffer,
        inArray(orders.state, ["open", "done", "ended"]),
        gt(orders.orderedAt, value("after")),
      ),
    )
    .prepare();
  return {
    /** All of an account, by their ids. */
    of: async (accountId: string): Promise<readonly Offer[]> =>
      await all.all({ accountId }),
    byId: async (accountId: string, offerId: string) =>
      (await one.get({ accountId, offerId })) as Offer | undefined,
    put: (offer: Offer): Statement => statementOf(put, { ...offer }),
    remove: ({ accountId, offerId }: Offer): Statement =>
      statementOf(remove, { accountId, offerId }),
    /** The orders of an offer at a moment. */
    async orders(
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
  };
});
