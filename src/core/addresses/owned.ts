import type { QueryCall } from "../access/context.ts";
import { PerCall } from "../access/per_call.ts";
import type { StoredPrice } from "../db/tables/agents_schema.ts";
import type { OwnedAddress } from "./store.ts";
import { addressStore } from "./store.ts";

const addresses = new PerCall<OwnedAddress | undefined>();
const prices = new PerCall<readonly StoredPrice[] | null>();

/** The free address of an account with whose it is, as this call has found it. */
export function ownAddressOf(
  call: QueryCall,
  accountId: string,
): Promise<OwnedAddress | undefined> {
  return addresses.get(call, accountId, () =>
    addressStore(call.db).ofAccount(accountId),
  );
}

/** Prices of an account's own, as this call has found them. */
export function ownPricesOf(
  call: QueryCall,
  accountId: string,
): Promise<readonly StoredPrice[] | null> {
  return prices.get(call, accountId, () =>
    addressStore(call.db).pricesOf(accountId),
  );
}

/** Keeps for this call what an address was found with. */
export function keepPrices(
  call: QueryCall,
  owner: Pick<OwnedAddress, "accountId" | "prices">,
): void {
  prices.set(call, owner.accountId, owner.prices);
}
