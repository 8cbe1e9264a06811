import type { Offer } from "../../../agents/offers/offer.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import type { PriceRelease } from "../../../payments/model.ts";

/** An order: its input, and the terms of its offer as they were when it was written. */
export interface OfferOrder {
  readonly sellerId: string;
  readonly offerId: string;
  readonly version: number;
  /** When this version of the offer was saved. */
  readonly savedAt: number;
  readonly title: string;
  readonly price: MicroUsdc;
  readonly release: PriceRelease;
  /** ISO 8601 durations. */
  readonly acceptWithin: string | null;
  readonly deliverWithin: string | null;
  readonly arbiter?: string;
  readonly output: readonly string[];
  /** Null if the offer needs none. */
  readonly input: unknown;
  /** Present for one that another service checks: its offer as it was read. */
  readonly elsewhere?: Offer;
  /** The input in words, in the order of the offer's questions. */
  readonly answers: readonly OrderAnswer[];
}

/** A question of an offer as it was asked, and the answer of an order, in words. */
export interface OrderAnswer {
  readonly question: string;
  readonly answer: string;
}
