import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { OwnOfferSchema } from "../agents/offers/offer.ts";
import { ownOffersOf } from "../agents/offers/offers_of.ts";
import { closed } from "../base/schemas.ts";

/** Lists the caller's offers with the number of their orders. */
export const listOffers = defineQuery({
  name: "list_offers",
  title: "List your offers",
  description:
    "List your offers, and how many orders of each are open and done.",
  access: MEMBER,
  scope: "addresses:read",
  input: closed({}),
  output: closed({
    offers: Type.Array(OwnOfferSchema, { description: "All, by their ids." }),
  }),
  run: async (_input, call) => ({
    offers: await ownOffersOf(call, call.member.accountId),
  }),
});
