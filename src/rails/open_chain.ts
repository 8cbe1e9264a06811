import { ConfigError } from "../config/setting.ts";
import type { ChainNode, ChainSettings } from "../core/base/rails/chain.ts";
import type { ChainRail } from "../core/payments/chain/chain_port.ts";
import { loadRail } from "./load_rail.ts";

/** The configured chain of the rail. */
export interface OpenChain {
  readonly settings: ChainSettings;
  readonly rail: ChainRail;
  /**
   * Checks chain, contracts and token once; what was right is not checked
   * again.
   * @throws ConfigError if one differs from the settings; any error that keeps
   * the node from answering
   */
  prove(): Promise<void>;
}

/**
 * Loads the rail and connects it to the configured chain; undefined without one.
 * @throws ConfigError if the rail is missing and cannot be installed
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
