import type { Static } from "typebox";
import { parsePrice } from "../../../access/parse_money.ts";
import { showMoney } from "../../../base/money.ts";
import type { Currency, RailName } from "../../../base/rails/chain.ts";
import { railOfCurrency } from "../../../base/rails/chain.ts";
import type { PriceInput } from "../../../base/schemas.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Release, ReleaseAction } from "../../../payments/model.ts";
import type { OfferOrder } from "../../model/terms/order.ts";

/** The terms under which a price is released. */
export interface PriceTerms {
  readonly price: number;
  readonly rail: RailName;
  readonly release: Release;
  readonly releaseAction: ReleaseAction | null;
  readonly releaseChosen: boolean | null;
  readonly quoteId: string | null;
}

/** The fields of a message that its offer has already. */
interface OrderInput {
  readonly price?: Static<typeof PriceInput>;
  readonly currency?: Currency;
  readonly release?: unknown;
  readonly releaseAction?: unknown;
  readonly acceptWithin?: string | null;
  readonly deliverWithin?: string | null;
  readonly arbiter?: string | null;
  readonly quoteId?: string;
}

/**
 * The terms of an order are those of its offer.
 * @throws invalid_price, invalid_input for other ones
 */
export function orderTerms(
  input: OrderInput,
  before: PriceTerms,
  order: OfferOrder,
): PriceTerms {
  const { price, release } = order;
  const { currency, quoteId = before.quoteId } = input;
  if (input.price !== undefined && parsePrice(input.price) !== price) {
    const { amount } = showMoney(price);
    const detail = told`the price of this offer is ${amount} USDC; leave it out`;
    throw new ServiceError("invalid_price", {
      detail: told`Cannot order at this price: ${detail}.`,
      errors: [{ pointer: "/price", code: "not_of_offer", detail }],
    });
  }
  for (const name of ["acceptWithin", "deliverWithin"] as const) {
    if ((input[name] ?? order[name]) === order[name]) continue;
    const detail = told`the times of this offer are fixed; leave it out`;
    throw invalid(`/${name}`, "not_of_offer", detail);
  }
  const { arbiter } = order;
  if (arbiter !== undefined && (input.arbiter ?? arbiter) !== arbiter) {
    const detail = told`the arbiter of this offer is ${arbiter}; leave it out`;
    throw invalid("/arbiter", "not_of_offer", detail);
  }
  if ((input.release ?? release) !== release || input.releaseAction) {
    const detail = told`the condition of this offer is ${release}; leave it out`;
    throw invalid("/release", "not_of_offer", detail);
  }
  // Only USDC leaves the service.
  const usual = order.elsewhere && price > 0 ? "x402" : before.rail;
  const rail = currency === undefined ? usual : railOfCurrency(currency);
  const own = { price, rail, release, releaseChosen: true, quoteId };
  return { ...PLAIN_TERMS, ...own };
}

/** The times and the arbiter of an order, which are those of its offer. */
export function timesOf({ acceptWithin, deliverWithin, arbiter }: OfferOrder) {
  const judge = arbiter === undefined ? {} : { arbiter };
  return { acceptWithin, deliverWithin, ...judge };
}

/** The terms and times of a request that no longer orders an offer. */
export const PLAIN_TERMS = {
  price: 0,
  release: "replied",
  releaseAction: null,
  releaseChosen: false,
  quoteId: null,
} as const;
export const NO_TIMES = { acceptWithin: null, deliverWithin: null };
