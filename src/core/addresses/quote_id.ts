import { timingSafeEqual } from "node:crypto";
import type { QueryCall } from "../access/context.ts";
import { sha256 } from "../base/digest.ts";
import { ID_PREFIXES } from "../base/ids.ts";
import type { MicroUsdc } from "../base/money.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { PriceRelease } from "../payments/model.ts";
import { PRICE_RELEASES } from "../payments/model.ts";

/** A quote is bound to one sender and one recipient. */
export interface QuoteParties {
  readonly senderId: string;
  /** The account of the recipient, or an ordinary address. */
  readonly recipient: string;
  /** The offer that it is for; absent for writing to them. */
  readonly offerId?: string | undefined;
}

/** The terms that a quote promises. */
export interface QuoteTerms {
  readonly price: MicroUsdc;
  /** The condition of a conversation that names the quote but no condition. */
  readonly release: PriceRelease;
  /** The longest time the price is held. */
  readonly holdDays: number;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
}

const TIME_DIGITS = 12;
const PRICE_DIGITS = 14;
// One digit: no price row has a longer hold than it can express.
const DAYS_BASE = 36;
const CODE_DIGITS = 32;
const FORM = new RegExp(
  `^${ID_PREFIXES.quote}_([0-9a-f]{${TIME_DIGITS}})([0-9a-f]{${PRICE_DIGITS}})([0-9])([0-9a-z])([0-9a-f]{${CODE_DIGITS}})$`,
);

/**
 * Makes the id of a quote. The id is the quote: its terms, signed for both parties, so
 * nothing is stored.
 */
export async function makeQuoteId(
  call: QueryCall,
  parties: QuoteParties,
  terms: QuoteTerms,
): Promise<string> {
  const time = terms.validUntil.toString(16).padStart(TIME_DIGITS, "0");
  const price = terms.price.toString(16).padStart(PRICE_DIGITS, "0");
  const release = PRICE_RELEASES.indexOf(terms.release);
  const days = terms.holdDays.toString(DAYS_BASE);
  const code = await codeOf(call, parties, terms);
  return `${ID_PREFIXES.quote}_${time}${price}${release}${days}${code}`;
}

/**
 * The release condition in a quote's id. Its signature is not checked, because that needs the
 * recipient: {@linkcode openQuote} checks it before anything is sent.
 */
export function quotedRelease(quoteId: string): PriceRelease | undefined {
  const [, , , release] = FORM.exec(quoteId) ?? [];
  return release === undefined ? undefined : PRICE_RELEASES[Number(release)];
}

/** The price in a quote's id, in micro-USDC; its signature is not checked either. */
export function quotedPrice(quoteId: string): number | undefined {
  const price = FORM.exec(quoteId)?.[2];
  return price === undefined ? undefined : Number.parseInt(price, 16);
}

/**
 * Reads a quote, whether still valid or not.
 * @throws invalid_quote if it was not made for this sender and this recipient
 */
export async function openQuote(
  call: QueryCall,
  parties: QuoteParties,
  quoteId: string,
): Promise<QuoteTerms> {
  const [, time = "", price = "", , days = "", code = ""] =
    FORM.exec(quoteId) ?? [];
  const release = quotedRelease(quoteId);
  if (release !== undefined) {
    const terms = {
      validUntil: Number.parseInt(time, 16),
      price: Number.parseInt(price, 16),
      release,
      holdDays: Number.parseInt(days, DAYS_BASE),
    };
    if (isEqual(code, await codeOf(call, parties, terms))) return terms;
  }
  throw new ServiceError("invalid_quote", {
    detail: told`Cannot use the quote: it isn't yours, isn't for the first recipient, or isn't for this offer.`,
    errors: [
      {
        pointer: "/quoteId",
        code: "invalid_quote",
        detail: told`is not a quote for you, the first recipient in to, and this offer`,
      },
    ],
  });
}

/**
 * The service's signature over the whole quote, shortened. Ed25519 signs the same bytes in
 * the same way each time (RFC 8032), and this signature is never shown.
 */
async function codeOf(
  { signer }: QueryCall,
  { senderId, recipient, offerId }: QuoteParties,
  { price, release, holdDays, validUntil }: QuoteTerms,
): Promise<string> {
  const jws = await signer.sign({
    use: "quote-id",
    senderId,
    recipient,
    ...(offerId !== undefined && { offerId }),
    price,
    release,
    holdDays,
    validUntil,
  });
  return sha256(jws).slice(0, CODE_DIGITS);
}

function isEqual(code: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(code), Buffer.from(other));
}
