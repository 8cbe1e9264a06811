import { ConfigError } from "../config/setting.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Loop } from "../core/base/loop.ts";
import { chainKeeper } from "../core/loops/chain_keeper.ts";
import { openMovementStore } from "../core/payments/chain/open_movement_store.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { OpenChain } from "./open_chain.ts";

/** The service, with the chain of its rail if one is configured. */
interface ChainServices extends Services {
  readonly chain: OpenChain | undefined;
}

/**
 * Starts to follow the chain while the service runs. A node that is down or silent
 * does not prevent a start; until it answers, nothing is paid on the chain.
 * @throws ConfigError if the chain differs from the settings
 */
export async function startChain(
  services: ChainServices,
): Promise<readonly Loop[]> {
  const { chain, db, log, outside } = services;
  if (!chain) {
    if (await openMovementStore(db).isAny()) {
      const problem = "Money moves on a chain, and CHAIN_ID is not set";
      log.error("chain.not_set", new Error(problem));
    }
    return [];
  }
  const proven = chain.prove();
  // After the time is over the check continues, and each pass reports problems.
  proven.catch(() => {});
  try {
    await Promise.race([
      proven,
      silentUntil(outside.deadline(LIMITS.chainStartMs)),
    ]);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    log.error("chain.node_away", error);
  }
  return [chainKeeper(services, chain.rail)];
}

/** Fails once the time is over. */
function silentUntil(deadline: AbortSignal): Promise<never> {
  return new Promise((_never, fail) => {
    deadline.addEventListener("abort", () => {
      fail(new Error("The node of the chain has not answered yet"));
    });
  });
}
