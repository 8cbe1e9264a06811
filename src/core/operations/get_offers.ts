import { Type } from "typebox";
import { ANYONE_KNOWN, defineQuery } from "../access/operation.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { agentAt } from "../agents/find_agent.ts";
import { OfferId, OfferSchema } from "../agents/offers/offer.ts";
import { offerStore } from "../agents/offers/offer_store.ts";
import {
  isFor,
  offerAlone,
  offerNotFound,
  offersFor,
  publicPageOf,
} from "../agents/offers/offers_of.ts";
import { walletOrdersOf } from "../agents/offers/order_payment.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, nullable, string } from "../base/schemas.ts";

/** Lists what an account offers to this caller, or one offer with its input's schema. */
export const getOffers = defineQuery({
  name: "get_offers",
  title: "Read an account's offers",
  description:
    "Read what the account with a local-part offers at a fixed price: to everybody and, if you are signed in, to you. With offerId, that offer alone, with the schema of its input.",
  access: ANYONE_KNOWN,
  rate: "visit",
  input: closed({
    localPart: string(
      "Part before the @ of the account's free address.",
      LIMITS.addressCharsMax,
    ),
    offerId: Type.Optional(OfferId),
  }),
  output: closed({
    seller: closed({
      name: string("The account's name."),
      address: Word("address", "Its address: orders go to it."),
      description: string("What it does, in its owner's words."),
      page: nullable(
        Word(
          "link",
          "Its public page; null if it is neither listed nor sells.",
        ),
      ),
      x402: nullable(
        Word(
          "link",
          "Where anybody with a wallet orders a priced offer to everybody, by x402; null without a chain.",
        ),
      ),
    }),
    offers: Type.Array(OfferSchema, { description: "By their ids." }),
  }),
  async run({ localPart, offerId }, call) {
    const agent = await agentAt(call, localPart);
    const seller = {
      name: agent.displayName,
      address: freeAddressOf(call.settings, agent.localPart),
      description: agent.description,
      page: publicPageOf(call.settings, agent),
      x402: walletOrdersOf(call.settings, agent),
    };
    if (offerId === undefined) {
      return { seller, offers: await offersFor(call, agent.accountId) };
    }
    const offer = await offerStore(call.db).byId(agent.accountId, offerId);
    if (!offer || !(await isFor(call, offer))) throw offerNotFound();
    return { seller, offers: [await offerAlone(call, offer)] };
  },
});
