import { ConfigError } from "../config_setting.ts";
import type { ChainRequest } from "../core/base/rails/chain.ts";
import type { ChainDesk } from "../core/payments/chain/chain_place.ts";
import {
  ChainUnavailableError,
  chainClient,
  chainRequest,
} from "../core/payments/chain/rpc.ts";
import { provePlace } from "./prove_place.ts";
import type { RailSettings } from "./read_rails.ts";

/** The chain that prices are held on, as the settings lead to it. */
export interface OpenChain {
  /** Asks its node, once the chain was found to be as it was set. */
  readonly request: ChainRequest;
  /**
   * Looks at chain, contracts and token once; what was right is not asked again.
   * @throws ConfigError if one is not as it was set, ChainUnavailableError
   */
  prove(): Promise<void>;
  /** What carries movements out. */
  desk(core: Pick<ChainDesk, "db" | "clock" | "log">): ChainDesk;
}

/** Leads to the chain of the settings; undefined where they name none. */
export function openChain(
  { chain, chainNode }: Omit<RailSettings, "rails">,
  ask: (url: string) => ChainRequest = chainRequest,
): OpenChain | undefined {
  if (!chain || !chainNode) return undefined;
  const { place } = chain;
  const { codes, finality, key } = chainNode;
  const node = ask(chainNode.url);
  const open: ChainRequest = (method, params) =>
    node(
      method,
      params.map((it) => (it === "finalized" ? finality : it)),
    );
  const prove = onceDone(async () => {
    const problem = await provePlace(chainClient(open), place, codes);
    if (problem !== undefined) throw new ConfigError(`Cannot use: ${problem}`);
  });
  const request: ChainRequest = async (method, params) => {
    await prove().catch((error: unknown) => {
      if (!(error instanceof ConfigError)) throw error;
      // Found while it runs: nothing is signed or believed until it is mended.
      throw new ChainUnavailableError(error.message);
    });
    return await open(method, params);
  };
  return {
    request,
    prove,
    desk: (core) => ({ ...core, place, key, client: chainClient(request) }),
  };
}

/** Does it until it is done once, never twice at a time. */
function onceDone(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
