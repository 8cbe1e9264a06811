import type { QueryCall } from "../../../access/context.ts";
import { quotedPrice, quotedRelease } from "../../../addresses/quote_id.ts";
import { resolveOpen } from "../../../addresses/resolve.ts";
import type { Offer } from "../../../agents/offers/offer.ts";
import { offerStore } from "../../../agents/offers/offer_store.ts";
import {
  offerNotFound,
  refuseBuyer,
} from "../../../agents/offers/offers_of.ts";
import { metOffers } from "../../../agents/remote/remote_offers.ts";
import { isObject } from "../../../base/json.ts";
import { cleanLine, cleanText } from "../../../base/text.ts";
import type { Say } from "../../../base/words/say.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Participant } from "../../model/model.ts";
import type { OfferOrder, OrderAnswer } from "../../model/terms/order.ts";
import type { ComposeInput } from "./compose.ts";
import { readRecipients } from "./recipients.ts";

/** A draft before an edit. */
interface Before {
  readonly order: OfferOrder | null;
  readonly participants: readonly Participant[];
}

/**
 * The order that a draft is, with the terms of its offer as they are now; null for none. Its input
 * is checked when it is submitted.
 * @throws offer_not_found, not_in_audience, invalid_address, invalid_input
 */
export async function readOrder(
  call: QueryCall,
  input: ComposeInput,
  { order: before, participants }: Before,
): Promise<OfferOrder | null> {
  const { offerId = before?.offerId ?? null, quoteId } = input;
  if (offerId === null) {
    if (input.input === undefined) return null;
    throw invalid("/input", "conflict", told`it goes with an offerId`);
  }
  const isNamed = input.offerId !== undefined || input.input !== undefined;
  if (before && !isNamed && quoteId === undefined) return before;
  const seller = readRecipients(input, participants).find(
    ({ role }) => role === "to",
  );
  if (!seller) {
    const detail = told`an order needs the address that offers it`;
    throw invalid("/to", "required", detail);
  }
  const found = await resolveOpen(call, seller.address, "/to/0");
  if (found.kind === "email") throw offerNotFound();
  const { accountId } = found;
  const isSame = before?.offerId === offerId && before.sellerId === accountId;
  const there = found.foreign
    ? await metOffers.get(call, accountId + offerId, async () =>
        isSame ? before.elsewhere : undefined,
      )
    : undefined;
  const offer = found.foreign
    ? there && { ...there, accountId }
    : await offerStore(call.db).byId(accountId, offerId);
  if (!offer?.active) throw offerNotFound();
  // Its service answers for an offer elsewhere; a draft here shows none that it is not for.
  if (!found.foreign) await refuseBuyer(call, offer, call.member.accountId);
  const earlier = isSame ? before.input : undefined;
  const order = orderOf(call, offer, {
    input: inputOf(offer, input, earlier),
    ...(quoteId !== undefined && { quoteId }),
  });
  return there ? { ...order, elsewhere: there } : order;
}

/** The input as given, or the only data of the message. */
function inputOf(
  offer: Offer,
  { input, parts = [] }: ComposeInput,
  earlier: unknown,
): unknown {
  if (offer.input === null) {
    if (input === undefined) return null;
    throw invalid("/input", "conflict", told`this offer needs no input`);
  }
  const data = parts.filter((it) => it.data !== undefined);
  const sent = data.length === 1 ? data[0]?.data : undefined;
  return input ?? sent ?? earlier ?? {};
}

function orderOf(
  { say }: QueryCall,
  offer: Offer,
  { input, quoteId }: { readonly input: unknown; readonly quoteId?: string },
): OfferOrder {
  const { accountId: sellerId, offerId, version, title, output } = offer;
  const { acceptWithin, deliverWithin, arbiter } = offer;
  const price = quoteId === undefined ? undefined : quotedPrice(quoteId);
  const release = quoteId === undefined ? undefined : quotedRelease(quoteId);
  return {
    ...{ sellerId, offerId, version, savedAt: offer.updatedAt, title, output },
    ...{ acceptWithin, deliverWithin, input },
    ...(arbiter !== null && { arbiter }),
    price: price ?? offer.price,
    release: release ?? offer.release,
    answers: answersOf(offer, input, say),
  };
}

/** The members of an input by the titles of its schema and in its order, in words. */
function answersOf(
  { input: schema }: Offer,
  input: unknown,
  say: Say,
): readonly OrderAnswer[] {
  const known = isObject(schema?.properties) ? schema.properties : {};
  const given = isObject(input) ? input : {};
  const names = new Set([...Object.keys(known), ...Object.keys(given)]);
  return [...names]
    .filter((name) => Object.hasOwn(given, name))
    .map((name) => {
      const field = Object.hasOwn(known, name) ? known[name] : undefined;
      const title = isObject(field) ? field.title : undefined;
      return {
        question: cleanLine(typeof title === "string" ? title : name),
        answer: cleanText(shown(given[name], say)),
      };
    });
}

function shown(value: unknown, say: Say): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? say`Yes` : say`No`;
  const isPlain = Array.isArray(value) && value.every((it) => !isObject(it));
  return isPlain ? value.map(String).join(", ") : JSON.stringify(value);
}
