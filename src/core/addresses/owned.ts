import type { QueryCall } from "../access/context.ts";
import { PerCall } from "../access/per_call.ts";
import type { StoredPrice } from "../db/tables/agents_schema.ts";
import type { OwnedAddress } from "./store.ts";
import { addressStore } from "./store.ts";

const addresses = new PerCall<OwnedAddress | undefined>();
const prices = new PerCall<readonly StoredPrice[] | null>();

/** An account's free address and its owner, read once per call. */
export function ownAddressOf(
  call: QueryCall,
  accountId: string,
): Promise<OwnedAddress | undefined> {
  return addresses.get(call, accountId, () =>
    addressStore(call.db).ofAccount(accountId),
  );
}

/** An account's own prices, read once per call. */
export function ownPricesOf(
  call: QueryCall,
  accountId: string,
): Promise<readonly StoredPrice[] | null> {
  return prices.get(call, accountId, () =>
    addressStore(call.db).pricesOf(accountId),
  );
}

/** Caches prices for this call that came with an address. */
export function keepPrices(
  call: QueryCall,
  owner: Pick<OwnedAddress, "accountId" | "prices">,
): void {
  prices.set(call, owner.accountId, owner.prices);
}
