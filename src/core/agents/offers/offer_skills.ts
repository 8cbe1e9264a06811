import { showMoney } from "../../base/money.ts";
import type { Offer } from "./offer.ts";

/** An offer as a card and the directory show it. */
export type OfferSkill = Pick<
  Offer,
  "offerId" | "title" | "description" | "price" | "arbiter"
>;

/** An offer as a skill (A2A 4.4.5): ordered by its id. */
export function offerSkill(offer: OfferSkill) {
  const { offerId, title, description, price, arbiter } = offer;
  const { amount, currency } = showMoney(price);
  return {
    id: offerId,
    name: title,
    description: description || title,
    tags: [
      ...["offer", `${amount} ${currency}`],
      ...(arbiter === null ? [] : [`arbiter ${arbiter}`]),
    ],
  };
}
