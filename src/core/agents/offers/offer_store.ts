import { and, asc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { rowSlots, slotsBut } from "../../db/slots.ts";
import type { Statement } from "../../db/statement.ts";
import { statementOf } from "../../db/statement.ts";
import { accounts } from "../../db/tables/account_schema.ts";
import { offers } from "../../db/tables/data/offer_schema.ts";
import type { Offer } from "./offer.ts";

/** The offers of an account to everybody, as JSON, in a select that has the account. */
export const offerSkills = sql<string>`(select json_group_array(json_object(
  'offerId', o.offer_id, 'title', o.title, 'description', o.description, 'price', o.price, 'arbiter', o.arbiter))
  from (select * from ${offers} where account_id = ${accounts.id} and active and audience is null
    order by offer_id) o)`;

const value = sql.placeholder;
const WRITTEN = slotsBut(offers, "accountId", "offerId");

/** Reads and keeps the offers of accounts. */
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
    .values(rowSlots(offers))
    .onConflictDoUpdate({
      target: [offers.accountId, offers.offerId],
      set: WRITTEN,
    })
    .prepare();
  const remove = orm.delete(offers).where(isOne).prepare();
  return {
    /** All of an account, by their ids. */
    of: async (accountId: string): Promise<readonly Offer[]> =>
      await all.all({ accountId }),
    byId: async (accountId: string, offerId: string) =>
      (await one.get({ accountId, offerId })) as Offer | undefined,
    put: (offer: Offer): Statement => statementOf(put, { ...offer }),
    remove: ({ accountId, offerId }: Offer): Statement =>
      statementOf(remove, { accountId, offerId }),
  };
});
