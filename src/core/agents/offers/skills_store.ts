import { sql } from "drizzle-orm";
import { accounts } from "../../db/tables/account_schema.ts";
import { offers } from "../../db/tables/data/offer_schema.ts";

/** The offers of an account to everybody, as JSON, in a select that has the account. */
export const offerSkills = sql<string>`(select json_group_array(json_object(
  'offerId', o.offer_id, 'title', o.title, 'description', o.description, 'price', o.price))
  from (select * from ${offers} where account_id = ${accounts.id} and active and audience is null
    order by offer_id) o)`;
