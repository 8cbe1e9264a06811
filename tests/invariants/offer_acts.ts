import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { putOffer } from "../../src/core/operations/put_offer.ts";
import type { Act } from "./act.ts";

/** An order of what one of them offers, which now and then is something else first. */
const order: Act = {
  name: "order",
  // Each day the other acts have the steps.
  weight: Bun.env.PROOF === "full" ? 4 : 0,
  async run({ random, people, made, word }, actor) {
    const seller = random.pick(people);
    if (random.chance(0.4)) {
      await seller.run(putOffer, {
        ...{ offerId: "a", title: word(), capacity: { open: 2 } },
        price: random.pick(["0", "2", "2", "7"]),
        release: random.pick(["accepted", "replied"] as const),
        active: random.chance(0.95),
      });
    }
    const { conversationId } = await actor.run(createConversation, {
      ...{ to: seller.address, offerId: "a" },
      ...(random.chance(0.1) && { price: "2" }),
      submit: random.chance(0.9),
    });
    made.push(conversationId);
    return conversationId;
  },
};

export const OFFER_ACTS: readonly Act[] = [order];
