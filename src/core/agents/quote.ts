import type { Static } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { admissionFor } from "../addresses/admission.ts";
import type { ContactType } from "../addresses/contact_types.ts";
import { DEFAULT_PRICES } from "../addresses/prices.ts";
import { makeQuoteId } from "../addresses/quote_id.ts";
import type { Resolved, ResolvedAccount } from "../addresses/resolve.ts";
import type { QuoteSchema } from "../addresses/schemas.ts";
import { LIMITS } from "../base/limits.ts";
import type { MicroUsdc } from "../base/money.ts";
import { showMoney } from "../base/money.ts";
import { showTime } from "../base/time.ts";
import type { Say } from "../base/words/say.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { showFee } from "../payments/fees.ts";
import { publicSkills } from "./account_card.ts";
import { agentStore } from "./agent_store.ts";
import type { Offer } from "./offers/offer.ts";
import { offerStore } from "./offers/offer_store.ts";
import {
  offerAlone,
  offerNotFound,
  offersFor,
  refuseBuyer,
} from "./offers/offers_of.ts";
import type { RemoteOffer } from "./remote/remote_offers.ts";

type Quote = Static<typeof QuoteSchema>;

/** The input of a quote. */
export interface QuoteQuestion {
  readonly found: Resolved;
  /** The class that the sender would claim. */
  readonly claimed: ContactType;
  readonly skillId: string | undefined;
  /** The offer to order. */
  readonly offerId: string | undefined;
  /** The offers of a recipient at another service; the one offer if it was named. */
  readonly elsewhere: readonly RemoteOffer[] | undefined;
}

/**
 * Quotes what a recipient asks of the caller (docs/addresses.md, Quotes). A quote is signed,
 * charges nothing, stores nothing and tells the recipient nothing; it does not reveal whether
 * they have blocked the caller.
 * @throws skill_not_found
 */
export async function quoteFor(
  call: QueryCall,
  { found, claimed, skillId, offerId, elsewhere = [] }: QuoteQuestion,
): Promise<Quote> {
  const { accountId: senderId } = call.member;
  if (found.kind === "account") await checkSkill(call, found, skillId);
  const [there] = elsewhere;
  const offer =
    offerId === undefined
      ? undefined
      : (there?.offer ?? (await offerFor(call, found, offerId)));
  const usual = await termsFor(call, found, claimed);
  const { asked, ...terms } = offer ? termsOf(offer, usual) : usual;
  const { release, holdDays } = terms;
  const until = call.now + LIMITS.quoteMs;
  const recipient = found.kind === "account" ? found.accountId : found.address;
  const amount = Number(terms.price.amountAtomic);
  const quoteId = await makeQuoteId(
    call,
    { senderId, recipient, offerId },
    { price: amount, release, holdDays, validUntil: until },
  );
  const quote = {
    quoteId,
    to: found.address,
    account: found.kind === "account",
    claimedType: claimed,
    ...terms,
    ...(there
      ? { offers: elsewhere.map(({ shown }) => shown) }
      : await offersOf(call, found, offer)),
    ...showFee(amount, call.settings.feeBps),
    payee: payeeOf(found),
    validUntil: showTime(until),
    charged: false as const,
    // The terms for a wallet are known only once the conversation exists.
    requirements:
      asked > 0 && call.settings.rails[0] === "ledger"
        ? [requirement(found.address, asked)]
        : [],
  };
  const signature = await call.signer.sign(
    offerOf(call, quote, skillId ?? offerId),
  );
  return { ...quote, offer: { format: "jws", signature } };
}

/**
 * The offer that a quote is for.
 * @throws offer_not_found, not_in_audience
 */
async function offerFor(
  call: QueryCall,
  found: Resolved,
  offerId: string,
): Promise<Offer> {
  if (found.kind === "email" || found.foreign) throw offerNotFound();
  const offer = await offerStore(call.db).byId(found.accountId, offerId);
  if (!offer?.active) throw offerNotFound();
  await refuseBuyer(call, offer, call.member.accountId);
  return offer;
}

/** The terms of an order instead of those of writing to its seller. */
function termsOf({ price, release }: Offer, usual: Terms): Terms {
  const { note: _ofWriting, ...terms } = usual;
  return { ...terms, asked: price, price: showMoney(price), release };
}

/** The offer of a quote with its input's schema; otherwise all that the recipient offers. */
async function offersOf(
  call: QueryCall,
  found: Resolved,
  offer: Offer | undefined,
) {
  if (offer) return { offers: [await offerAlone(call, offer)] };
  if (found.kind === "email" || found.foreign) return undefined;
  const offers = await offersFor(call, found.accountId);
  return offers.length > 0 ? { offers } : undefined;
}

type Terms = Awaited<ReturnType<typeof termsFor>>;

/** Service agents are never paid. */
function payeeOf(found: Resolved): Quote["payee"] {
  if (found.kind === "email" || found.accountKind === "service") return null;
  return { accountId: found.accountId, address: found.address };
}

async function termsFor(
  call: QueryCall,
  found: Resolved,
  claimed: ContactType,
) {
  if (found.kind === "email") {
    const row = DEFAULT_PRICES.find((it) => it.contactType === claimed);
    return {
      contactType: claimed,
      asked: 0,
      price: showMoney(0),
      release: row?.release ?? "replied",
      holdDays: row?.holdDays ?? LIMITS.holdDaysDefault,
    };
  }
  const { row, asked, isUnaccepted } = await admissionFor(call, {
    recipientId: found.accountId,
    recipientKind: found.accountKind,
    senderId: call.member.accountId,
    claimed,
  });
  const { contactType, price, release, holdDays } = row;
  return {
    asked,
    contactType,
    ...(isUnaccepted && { note: unaccepted(found.address, claimed, call.say) }),
    price,
    release,
    holdDays,
  };
}

/** Why the price is not that of the claimed class. */
function unaccepted(address: string, claimed: ContactType, say: Say): string {
  return say`${address} hasn't confirmed you as ${claimed}, so you pay the price for everyone.`;
}

/** A signed-in caller sees the private skills, too. */
async function checkSkill(
  call: QueryCall,
  { accountId }: ResolvedAccount,
  skillId: string | undefined,
): Promise<void> {
  if (skillId === undefined) return;
  const agent = await agentStore(call.db).byAccount(accountId);
  const known = agent ? [...agent.skills, ...publicSkills(agent)] : [];
  if (known.some(({ id }) => id === skillId)) return;
  throw new ServiceError("skill_not_found", {
    detail: told`Cannot find this skill: the recipient doesn't offer it.`,
  });
}

function requirement(
  payTo: string,
  amount: MicroUsdc,
): Quote["requirements"][number] {
  return {
    scheme: "hold",
    network: "svc:ledger",
    amount: String(amount),
    asset: "USDC",
    payTo,
    maxTimeoutSeconds: LIMITS.quoteMs / 1000,
    extra: { label: "TEST" },
  };
}

/** Where a price without a currency is held. */
function placeOf({ rails, chain }: QueryCall["settings"]): object {
  if (rails[0] === "ledger" || !chain) {
    return { scheme: "hold", network: "svc:ledger", asset: "USDC" };
  }
  const { chainId, token } = chain.place;
  const network = `eip155:${chainId}`;
  return { scheme: "auth-capture", network, asset: token };
}

/** The signed offer, in the form of the x402 offer-receipt extension. */
function offerOf(
  { settings, member }: QueryCall,
  quote: Omit<Quote, "offer">,
  skillId: string | undefined,
): object {
  const { quoteId, to, contactType, price, release, holdDays } = quote;
  const { feeBps, fee } = quote;
  return {
    version: 1,
    use: "quote-offer",
    resourceUrl: `${settings.baseUrl}/v1/conversations`,
    ...placeOf(settings),
    payTo: to,
    amount: price.amountAtomic,
    ...(fee && { feeBps, fee: fee.amountAtomic }),
    validUntil: Math.floor(Date.parse(quote.validUntil) / 1000),
    quoteId,
    payer: member.accountId,
    contactType,
    release,
    holdDays,
    ...(skillId !== undefined && { skillId }),
  };
}
