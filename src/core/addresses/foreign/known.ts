import type { QueryCall } from "../../access/context.ts";
import { PerCall } from "../../access/per_call.ts";
import type { ForeignAccount } from "./foreign_store.ts";
import { foreignStore } from "./foreign_store.ts";

const known = new PerCall<ForeignAccount | undefined>();

/** The account of a foreign address or card, read once per call; undefined before the first contact. */
export function foreignAt(
  call: QueryCall,
  address: string,
): Promise<ForeignAccount | undefined> {
  return known.get(call, address, () =>
    foreignStore(call.db).byAddress(address),
  );
}

/** Keeps for this call an account that its commit adds or reads anew. */
export function keepForeign(call: QueryCall, account: ForeignAccount): void {
  known.set(call, account.address, account);
}
