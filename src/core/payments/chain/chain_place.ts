import type { Log, QueryCall } from "../../access/context.ts";
import type { ChainPlace } from "../../base/rails/chain.ts";
import { told } from "../../base/words/sentence.ts";
import type { Database } from "../../db/database.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { ChainKey } from "./account.ts";
import type { ChainClient } from "./rpc.ts";
import { chainClient } from "./rpc.ts";

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

/**
 * The chain that the settings lead to, and the way to its node.
 * @throws unavailable if they lead to none any more
 */
export function chainInUse({
  settings,
  outside,
}: Pick<QueryCall, "settings" | "outside">) {
  const { chain } = settings;
  if (!chain || !outside.chain) {
    throw new ServiceError("unavailable", {
      detail: told`Cannot move this price: it is held on a chain, and the service is set to none.`,
    });
  }
  return { ...chain, client: chainClient(outside.chain) };
}
