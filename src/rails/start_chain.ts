import { ConfigError } from "../config/setting.ts";
import type { Loop } from "../core/base/loop.ts";
import { chainKeeper } from "../core/loops/chain_keeper.ts";
import { openMovementStore } from "../core/payments/chain/open_movement_store.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { OpenChain } from "./open_chain.ts";

/** The service, with the chain that prices are held on where one is set. */
interface ChainServices extends Services {
  readonly chain: OpenChain | undefined;
}

/**
 * Starts to follow the chain while the service runs. A node that is away does not keep an inbox
 * from starting: until it answers, nothing is paid on the chain.
 * @throws ConfigError if the chain is not as it was set
 */
export async function startChain(
  services: ChainServices,
): Promise<readonly Loop[]> {
  const { chain, db, log } = services;
  if (!chain) {
    if (await openMovementStore(db).isAny()) {
      const problem = "Money moves on a chain, and CHAIN_ID is not set";
      log.error("chain.not_set", new Error(problem));
    }
    return [];
  }
  try {
    await chain.prove();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    log.error("chain.node_away", error);
  }
  return [chainKeeper(services, chain.rail)];
}
