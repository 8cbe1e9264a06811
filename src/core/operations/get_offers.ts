import { Type } from "typebox";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { agentAt } from "../agents/find_agent.ts";
import { OfferId, OfferSchema } from "../agents/offers/offer.ts";
import { offerStore } from "../agents/offers/offer_store.ts";
import {
  isPublic,
  offerAlone,
  offerNotFound,
  publicOffersOf,
} from "../agents/offers/offers_of.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";

/** Lists what an account offers to everybody, or one offer with its input's schema. */
export const getOffers = defineQuery({
  name: "get_offers",
  title: "Read an account's offers",
  description:
    "Read what the account with a local-part offers at a fixed price. With offerId, that offer alone, with the schema of its input.",
  access: ANYONE,
  input: closed({
    localPart: Type.String({
      description: "Part before the @ of the account's free address.",
      maxLength: LIMITS.addressCharsMax,
    }),
    offerId: Type.Optional(OfferId),
  }),
  output: closed({
    offers: Type.Array(OfferSchema, { description: "By their ids." }),
  }),
  async run({ localPart, offerId }, call) {
    const { accountId } = await agentAt(call, localPart);
    if (offerId === undefined) {
      return { offers: await publicOffersOf(call, accountId) };
    }
    const offer = await offerStore(call.db).byId(accountId, offerId);
    if (!offer || !isPublic(offer)) throw offerNotFound();
    return { offers: [await offerAlone(call, offer)] };
  },
});
