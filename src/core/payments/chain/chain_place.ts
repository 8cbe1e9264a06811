import type { Log } from "../../access/context.ts";
import type { Database } from "../../db/database.ts";
import type { ChainKey } from "./account.ts";
import type { TokenDomain } from "./authorization.ts";
import type { Hex } from "./hex.ts";
import type { ChainClient } from "./rpc.ts";

/** Where money is held: one chain, its token, and the contracts of the escrow. */
export interface ChainPlace extends TokenDomain {
  readonly escrow: Hex;
  /** Takes the payer's tokens by their signature. */
  readonly collector: Hex;
  /** Takes a refund from the operator's tokens. */
  readonly refundCollector: Hex;
  /** Who is paid the service's fee. */
  readonly feeReceiver: Hex;
  /** Most wei that a unit of gas may cost: beyond it, transactions wait. */
  readonly gasPriceMax: bigint;
}

/** What carries movements out. */
export interface ChainDesk {
  readonly place: ChainPlace;
  readonly client: ChainClient;
  /** The operator of the escrow. */
  readonly key: ChainKey;
  readonly db: Database;
  readonly clock: () => number;
  readonly log: Log;
}
