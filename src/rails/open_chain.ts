import { ConfigError } from "../config/setting.ts";
import type { ChainNode, ChainSettings } from "../core/base/rails/chain.ts";
import type { ChainRail } from "../core/payments/chain/chain_port.ts";
import { loadRail } from "./load_rail.ts";

/** The chain that prices are held on, as the settings lead to it. */
export interface OpenChain {
  readonly settings: ChainSettings;
  readonly rail: ChainRail;
  /**
   * Looks at chain, contracts and token once; what was right is not asked again.
   * @throws ConfigError if one is not as it was set; whatever keeps the node from answering
   */
  prove(): Promise<void>;
}

/**
 * Loads the rail and leads it to the chain of the settings; undefined where they name none.
 * @throws ConfigError if the rail is not there, and cannot be installed
 */
export async function openChain(
  node: ChainNode | undefined,
): Promise<OpenChain | undefined> {
  if (!node) return undefined;
  const { openRail } = await loadRail();
  const { settings, rail, prove } = openRail(node);
  return {
    ...{ settings, rail },
    async prove() {
      const problem = await prove();
      if (problem !== undefined) {
        throw new ConfigError(`Cannot start: ${problem}`);
      }
    },
  };
}
