import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { agentStore } from "../agents/agent_store.ts";
import { OwnOfferSchema } from "../agents/offers/offer.ts";
import { ownOffersOf, publicPageOf } from "../agents/offers/offers_of.ts";
import { Word } from "../base/own_words.ts";
import { closed, nullable } from "../base/schemas.ts";

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
    page: nullable(
      Word(
        "link",
        "Your public page; null if you are neither listed nor sell.",
      ),
    ),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run(_input, call) {
    const { accountId } = call.member;
    const agent = await agentStore(call.db).byAccount(accountId);
    return {
      offers: await ownOffersOf(call, accountId),
      page: agent ? publicPageOf(call.settings, agent) : null,
    };
  },
});
