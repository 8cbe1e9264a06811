import { ADDRCONFIG } from "node:dns";
import { lookup } from "node:dns/promises";
import type { ChainPlug } from "./rails/chain.ts";

/** How the core reaches servers of others; a test provides its own. */
export interface ExternalServices {
  /** The addresses of a host name, the best first. */
  readonly lookup: (hostname: string) => Promise<readonly string[]>;
  /** Aborts after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  /** PEM of the authorities to trust; the system's own if absent. */
  readonly ca?: string;
  /** A development setting: this machine may be fetched from, on any port. */
  readonly isLoopbackAllowed: boolean;
  /** The rail on a chain, if configured. */
  readonly chain: ChainPlug | null;
}

/** The real world, with the system's resolver. */
export const OUTSIDE: ExternalServices = {
  lookup: async (hostname) => {
    const options = { all: true, order: "ipv4first", hints: ADDRCONFIG };
    const found = await lookup(hostname, options as { all: true });
    return found.map(({ address }) => address);
  },
  deadline: (ms) => AbortSignal.timeout(ms),
  isLoopbackAllowed: false,
  chain: null,
};
