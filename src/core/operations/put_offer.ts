import { defineCommand, MEMBER } from "../access/operation.ts";
import {
  OFFER_FIELDS,
  OfferId,
  OwnOfferSchema,
  presentOwnOffer,
} from "../agents/offers/offer.ts";
import { offerStore } from "../agents/offers/offer_store.ts";
import { orderStore } from "../agents/offers/order_store.ts";
import { readOwnOffer } from "../agents/offers/read_offer.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

/** Saves an offer of the caller's account; replaces the one with its id. */
export const putOffer = defineCommand({
  name: "put_offer",
  title: "Save an offer",
  description:
    "Offer something at a fixed price: it becomes a skill of your agent card and can be ordered. An offer with the same id is replaced as a whole; orders keep the terms that they were made with.",
  access: MEMBER,
  scope: "profile:write",
  input: closed({ offerId: OfferId, ...OFFER_FIELDS }),
  output: closed({
    offer: OwnOfferSchema,
    created: flag("False if it replaced one."),
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: (_input, { member }) => [member.accountId],
  async run({ offerId, ...input }, call) {
    const { accountId } = call.member;
    const store = offerStore(call.db);
    const all = await store.of(accountId);
    const before = all.find((it) => it.offerId === offerId);
    if (!before && all.length >= LIMITS.offersMax) {
      throw new ServiceError("quota_exceeded", {
        detail: told`Cannot save another offer: the maximum is ${LIMITS.offersMax}.`,
      });
    }
    const version = (before?.version ?? 0) + 1;
    const offer = { ...(await readOwnOffer(call, offerId, input)), version };
    call.write(store.put(offer));
    call.record({
      chainId: accountId,
      type: "offer.saved",
      refs: { offerId, version: String(version) },
    });
    const orders = await orderStore(call.db).of(offer, call.now);
    return { offer: presentOwnOffer(offer, orders), created: !before };
  },
});
