import { sql } from "drizzle-orm";
import { showMoney } from "../../base/money.ts";
import { accounts } from "../../db/tables/account_schema.ts";
import { offers } from "../../db/tables/data/offer_schema.ts";

/** What a card and the directory say of an offer. */
export interface OfferSkill {
  readonly offerId: string;
  readonly title: string;
  readonly description: string;
  /** Micro-USDC. */
  readonly price: number;
}

/** The offers of an account to everybody, as JSON, in a select that has the account. */
export const offerSkills = sql<string>`(select json_group_array(json_object(
  'offerId', o.offer_id, 'title', o.title, 'description', o.description, 'price', o.price))
  from (select * from ${offers} where account_id = ${accounts.id} and active and audience is null
    order by offer_id) o)`;

/** An offer as a skill (A2A 4.4.5): ordered by its id. */
export function offerSkill({ offerId, title, description, price }: OfferSkill) {
  const { amount, currency } = showMoney(price);
  return {
    id: offerId,
    name: title,
    description: description || title,
    tags: ["offer", `${amount} ${currency}`],
  };
}
