import type { Packet } from "dns2";
import type { DnsServer, DnsSettings } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { exchange } from "./exchange.ts";
import { DnsFailure } from "./failure.ts";
import type { DnsQuestion } from "./message.ts";

/** Asks servers until its time or its number of queries is used up. */
export interface DnsClient {
  readonly settings: DnsSettings;
  /** @throws DnsFailure */
  ask(server: DnsServer, question: DnsQuestion): Promise<Packet>;
}

/** How long a look-up may take, in milliseconds. */
export interface Bounds {
  readonly queryMs: number;
  /** For all queries to a zone's name servers. */
  readonly zoneMs: number;
  /** For the query to the resolver after that. */
  readonly resolverMs: number;
}

export const BOUNDS: Bounds = {
  queryMs: LIMITS.dnsQueryMs,
  zoneMs: LIMITS.dnsZoneMs,
  resolverMs: LIMITS.dnsResolverMs,
};

/** @param totalMs The client gives up after this time, however hostile a zone is. */
export function createDnsClient(
  settings: DnsSettings,
  totalMs: number,
  queryMs: number,
): DnsClient {
  const endsAt = performance.now() + totalMs;
  let left = LIMITS.dnsQueriesMax;
  return {
    settings,
    async ask(server, question) {
      // One query may take its time twice: over UDP, then over TCP.
      const timeoutMs = Math.min(queryMs, (endsAt - performance.now()) / 2);
      if (timeoutMs < 1 || left-- <= 0) {
        throw new DnsFailure("timeout", "The look-up took too long.");
      }
      return await exchange(server, question, timeoutMs);
    },
  };
}
