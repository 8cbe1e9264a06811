import { showMoney } from "../../base/money.ts";
import type { Offer } from "./offer.ts";

/** An offer as a card and the directory show it. */
export type OfferSkill = Pick<
  Offer,
  "offerId" | "title" | "description" | "price"
>;

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
