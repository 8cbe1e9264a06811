import { LIMITS } from "../base/limits.ts";
import type { Money } from "../base/money.ts";
import { showMoney } from "../base/money.ts";
import type { AccountKind } from "../db/tables/account_schema.ts";
import type { StoredPrice } from "../db/tables/agents_schema.ts";
import type { PriceRelease } from "../payments/model.ts";
import type { ContactType } from "./contact_types.ts";
import { CONTACT_TYPES } from "./contact_types.ts";

/** The price that a recipient asks of one class of senders (docs/addresses.md, Prices). */
export interface PriceRow {
  readonly contactType: ContactType;
  readonly price: Money;
  readonly release: PriceRelease;
  readonly holdDays: number;
  readonly source: "recipient" | "default";
}

/** Only promotion has a default price, and it is not enforced. */
const DEFAULT_PROMOTION_PRICE = 1_000_000;

/** The prices of a recipient without own prices: always five rows, in this order. */
export const DEFAULT_PRICES: readonly PriceRow[] = CONTACT_TYPES.map(
  (contactType) => ({
    contactType,
    price: showMoney(
      contactType === "promotions" ? DEFAULT_PROMOTION_PRICE : 0,
    ),
    release: "replied",
    holdDays: LIMITS.holdDaysDefault,
    source: "default",
  }),
);

/** Prices of a service agent: it is never paid. */
const FREE_PRICES: readonly PriceRow[] = DEFAULT_PRICES.map((row) => ({
  ...row,
  price: showMoney(0),
}));

/** The prices that an account advertises: its owner's own, and defaults for the rest. */
export function pricesOf({
  accountKind,
  prices,
}: {
  readonly accountKind: AccountKind;
  readonly prices: readonly StoredPrice[] | null;
}): readonly PriceRow[] {
  if (accountKind === "service") return FREE_PRICES;
  if (!prices || prices.length === 0) return DEFAULT_PRICES;
  return DEFAULT_PRICES.map((row) => {
    const own = prices.find((it) => it.contactType === row.contactType);
    return own ? shownPrice(row.contactType, own) : row;
  });
}

function shownPrice(contactType: ContactType, own: StoredPrice): PriceRow {
  return {
    contactType,
    price: showMoney(own.price),
    release: own.release,
    holdDays: own.holdDays,
    source: "recipient",
  };
}
