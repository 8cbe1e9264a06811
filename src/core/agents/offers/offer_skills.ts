import { showMoney } from "../../base/money.ts";

/** An offer as a card and the directory show it. */
export interface OfferSkill {
  readonly offerId: string;
  readonly title: string;
  readonly description: string;
  /** Micro-USDC. */
  readonly price: number;
}

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
