import type { Static } from "typebox";
import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { ANYONE_KNOWN, defineQuery } from "../access/operation.ts";
import { freeAddressOf } from "../addresses/present.ts";
import type { AddressedAgent } from "../agents/account_card.ts";
import { agentAt } from "../agents/find_agent.ts";
import { OfferId, OfferSchema } from "../agents/offers/offer.ts";
import { offerStore } from "../agents/offers/offer_store.ts";
import {
  isFor,
  isPublic,
  offerAlone,
  offerNotFound,
  offersFor,
  publicPageOf,
} from "../agents/offers/offers_of.ts";
import { orderUrl } from "../agents/offers/order_payment.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, nullable, string } from "../base/schemas.ts";
import { payoutOf } from "../payments/payout.ts";

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
    };
    const shown = await ordering(call, agent);
    if (offerId === undefined) {
      const offers = await offersFor(call, agent.accountId);
      return { seller, offers: offers.map(shown) };
    }
    const offer = await offerStore(call.db).byId(agent.accountId, offerId);
    if (!offer || !(await isFor(call, offer))) throw offerNotFound();
    return { seller, offers: [shown(await offerAlone(call, offer))] };
  },
});

type Shown = Static<typeof OfferSchema>;

/** Adds where a wallet orders an offer, if its seller can be paid on the chain. */
async function ordering(
  call: QueryCall,
  { accountId, localPart }: AddressedAgent,
): Promise<(offer: Shown) => Shown> {
  const isOnChain = call.settings.rails[0] === "x402";
  const payout = isOnChain && (await payoutOf(call, accountId))?.address;
  if (!payout) return (offer) => offer;
  const all = await offerStore(call.db).of(accountId);
  const sold = all.filter((it) => isPublic(it) && it.price > 0);
  const ids = new Set(sold.map(({ offerId }) => offerId));
  return (offer) =>
    ids.has(offer.offerId)
      ? { ...offer, x402: orderUrl(call.settings, localPart, offer.offerId) }
      : offer;
}
