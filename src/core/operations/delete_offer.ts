import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { OfferId } from "../agents/offers/offer.ts";
import { offerStore } from "../agents/offers/offer_store.ts";
import { ownOffer } from "../agents/offers/read_offer.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";

/** Deletes an offer; orders of it stay as they are. */
export const deleteOffer = defineCommand({
  name: "delete_offer",
  title: "Delete an offer",
  description: "Delete one of your offers. Orders that were made stay.",
  access: MEMBER,
  scope: "profile:write",
  input: closed({ offerId: OfferId }),
  output: closed({
    offerId: Word("skill", "Id of the offer."),
    deleted: Type.Literal(true, { description: "Always true." }),
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: (_input, { member }) => [member.accountId],
  async run({ offerId }, call) {
    const offer = await ownOffer(call, offerId);
    call.write(offerStore(call.db).remove(offer));
    call.record({
      chainId: offer.accountId,
      type: "offer.deleted",
      refs: { offerId },
    });
    return { offerId, deleted: true as const };
  },
});
