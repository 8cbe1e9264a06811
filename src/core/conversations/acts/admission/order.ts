import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { inputFaults } from "../../../agents/offers/input_schema.ts";
import type { Offer } from "../../../agents/offers/offer.ts";
import { isSoldOut } from "../../../agents/offers/offer.ts";
import { offerStore } from "../../../agents/offers/offer_store.ts";
import {
  offerNotFound,
  refuseBuyer,
} from "../../../agents/offers/offers_of.ts";
import { orderStore } from "../../../agents/offers/order_store.ts";
import { told } from "../../../base/words/sentence.ts";
import { firstFault, ServiceError } from "../../../errors/errors.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Conversation } from "../../model/model.ts";
import { payeeOf } from "../../model/payee.ts";
import type { OfferOrder } from "../../model/terms/order.ts";

/**
 * Checks an order when it is submitted: its offer is as it was, takes orders of this sender and
 * takes this input (docs/offers.md, Orders). Another service checks its own; here is checked what
 * it said of the input.
 * @throws invalid_input, offer_not_found, not_in_audience, offer_sold_out
 */
export async function checkOrder(
  call: QueryCall,
  conversation: Conversation,
): Promise<void> {
  const { order, ownerId: senderId } = conversation;
  if (!order) return;
  if (payeeOf(conversation)?.accountId !== order.sellerId) {
    const detail = told`the first account in to must be the one that offers it`;
    throw invalid("/to", "not_the_seller", detail);
  }
  if (order.elsewhere) return refuseInput(order.elsewhere, order);
  const offer = await offered(call, order);
  if (!offer?.active) throw offerNotFound();
  // One that was deleted and made anew begins with its first version again.
  const { version, updatedAt } = offer;
  if (version !== order.version || updatedAt !== order.savedAt) {
    const detail = told`the offer has changed since this was written; send offerId again to take its new terms`;
    throw invalid("/offerId", "offer_changed", detail);
  }
  await refuseBuyer(call, offer, senderId);
  refuseInput(offer, order);
  await refuseSoldOut(call, offer);
}

/** @throws invalid_input with each wrong field of the input */
function refuseInput(
  { title, input: schema }: Offer,
  { input }: OfferOrder,
): void {
  const errors = schema === null ? [] : inputFaults(schema, input);
  const [first] = errors;
  if (!first) return;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot order "${title}": ${firstFault(first, errors)}.`,
    errors,
  });
}

/**
 * Counts an order that reaches its seller, once. The trigger `orders_within_capacity` refuses the
 * loser of a race, whose call is then refused here.
 * @throws offer_sold_out
 */
export async function takePlace(
  call: CommandCall,
  { id: conversationId, order }: Conversation,
): Promise<void> {
  // Another service counts its own.
  if (!order || order.elsewhere) return;
  const store = orderStore(call.db);
  if (await store.hasPlace(conversationId)) return;
  const offer = await offered(call, order);
  // An offer that is gone bounds nothing: a buyer who was asked to pay for it may.
  if (offer) await refuseSoldOut(call, offer);
  const { sellerId, offerId } = order;
  call.write(
    store.take({ conversationId, sellerId, offerId, orderedAt: call.now }),
  );
}

async function offered({ db }: QueryCall, { sellerId, offerId }: OfferOrder) {
  return await offerStore(db).byId(sellerId, offerId);
}

async function refuseSoldOut(call: QueryCall, offer: Offer): Promise<void> {
  const orders = await orderStore(call.db).of(offer, call.now);
  if (!isSoldOut(offer, orders)) return;
  throw new ServiceError("offer_sold_out", {
    detail: told`Cannot order "${offer.title}": it takes no more orders at the moment.`,
  });
}
