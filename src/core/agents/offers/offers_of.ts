import type { Static } from "typebox";
import type { QueryCall, Settings } from "../../access/context.ts";
import { hasScope, isMember } from "../../access/principal.ts";
import { entryFor } from "../../addresses/acquaintance.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Agent } from "../agent_store.ts";
import type { Offer, OfferSchema } from "./offer.ts";
import { presentOffer, presentOwnOffer } from "./offer.ts";
import { offerStore } from "./offer_store.ts";
import { orderStore } from "./order_store.ts";

type Reading = Pick<QueryCall, "db" | "now">;

/** True for an offer that anybody may see and order. */
export function isPublic({ active, audience }: Offer): boolean {
  return active && audience === null;
}

/** The public page of an account that is listed or sells something to everybody; null without one. */
export function publicPageOf(
  { baseUrl }: Pick<Settings, "baseUrl">,
  { localPart, listed, offers }: Pick<Agent, "localPart" | "listed" | "offers">,
): string | null {
  const isPublic = listed || offers.length > 0;
  return isPublic && localPart !== null ? `${baseUrl}/@${localPart}` : null;
}

/** All offers of an account, as its owner sees them. */
export async function ownOffersOf({ db, now }: Reading, accountId: string) {
  const all = (await offerStore(db).of(accountId)).map(async (it) =>
    presentOwnOffer(it, await orderStore(db).of(it, now)),
  );
  return await Promise.all(all);
}

/** The offers of an account that this caller may order, as others see them. */
export async function offersFor(call: QueryCall, accountId: string) {
  const { db, now } = call;
  const shown: Static<typeof OfferSchema>[] = [];
  for (const it of await offerStore(db).of(accountId)) {
    if (!(await isFor(call, it))) continue;
    const orders = await orderStore(db).of(it, now);
    shown.push(presentOffer(it, { orders, isAlone: false }));
  }
  return shown;
}

/** True for an offer that takes orders, and may be ordered by this caller, signed in or not. */
export async function isFor(call: QueryCall, it: Offer): Promise<boolean> {
  const { principal } = call.caller;
  if (!it.active || isPublic(it)) return it.active;
  return (
    isMember(principal) &&
    hasScope(principal, "addresses:read") &&
    (await mayOrder(call, it, principal.accountId))
  );
}

/** One of them with the schema of its input. */
export async function offerAlone({ db, now }: Reading, it: Offer) {
  const orders = await orderStore(db).of(it, now);
  return presentOffer(it, { orders, isAlone: true });
}

/**
 * Refuses a sender whom the seller's own contacts do not put in the offer's audience.
 * @throws not_in_audience
 */
export async function refuseBuyer(
  call: QueryCall,
  offer: Offer,
  senderId: string,
): Promise<void> {
  if (await mayOrder(call, offer, senderId)) return;
  throw new ServiceError("not_in_audience");
}

async function mayOrder(
  call: QueryCall,
  { accountId, audience }: Offer,
  senderId: string,
): Promise<boolean> {
  if (audience === null) return true;
  const contact = await entryFor(call, accountId, senderId);
  return contact !== undefined && audience.includes(contact.contactType);
}

/** The refusal of an offer that does not exist, or takes no orders. */
export function offerNotFound(): ServiceError {
  const detail = told`the recipient doesn't offer it`;
  return new ServiceError("offer_not_found", {
    detail: told`Cannot find this offer: ${detail}.`,
    errors: [{ pointer: "/offerId", code: "offer_not_found", detail }],
  });
}
