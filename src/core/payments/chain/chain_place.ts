import type { Log } from "../../access/context.ts";
import type { ChainPlace } from "../../base/rails/chain.ts";
import type { Database } from "../../db/database.ts";
import type { ChainKey } from "./account.ts";
import type { ChainClient } from "./rpc.ts";

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
