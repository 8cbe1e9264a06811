import type { Packet } from "dns2";
import { exchange } from "./exchange.ts";
import { DnsFailure } from "./failure.ts";
import type { DnsQuestion } from "./message.ts";
import type { DnsLimits, DnsServer, DnsSettings } from "./settings.ts";

/** What a client asks with. */
interface DnsOptions {
  readonly settings: DnsSettings;
  readonly limits: DnsLimits;
  /** A name from a zone in the form in which people see it. */
  shown(name: string): string;
}

/** Asks servers until its time or its number of queries is used up. */
export interface DnsClient extends DnsOptions {
  /** @throws DnsFailure */
  ask(server: DnsServer, question: DnsQuestion): Promise<Packet>;
}

/** @param totalMs The client gives up after this time, however hostile a zone is. */
export function createDnsClient(
  options: DnsOptions,
  totalMs: number,
  queryMs: number,
): DnsClient {
  const endsAt = performance.now() + totalMs;
  let left = options.limits.queriesMax;
  return {
    ...options,
    async ask(server, question) {
      // One query may take its time twice: over UDP, then over TCP.
      const timeoutMs = Math.min(queryMs, (endsAt - performance.now()) / 2);
      if (timeoutMs < 1 || left-- <= 0) {
        throw new DnsFailure("timeout", "The look-up took too long.");
      }
      return await exchange(server, question, {
        timeoutMs,
        bytesMax: options.limits.messageBytesMax,
      });
    },
  };
}
