import type { DnsClient } from "../../../../packages/dns-lookup/src/dns_client.ts";
import { createDnsClient } from "../../../../packages/dns-lookup/src/dns_client.ts";
import type { DnsSettings } from "../../../../packages/dns-lookup/src/settings.ts";
import { LIMITS } from "../../base/limits.ts";
import { cleanLine, firstChars } from "../../base/text.ts";

/** A client within this service's bounds, for one look-up. */
export function dnsClient(
  settings: DnsSettings,
  totalMs: number,
  queryMs: number = LIMITS.dnsQueryMs,
): DnsClient {
  const limits = {
    queriesMax: LIMITS.dnsQueriesMax,
    serversMax: LIMITS.dnsServersMax,
    referralsMax: LIMITS.dnsReferralsMax,
    aliasesMax: LIMITS.dnsAliasesMax,
    messageBytesMax: LIMITS.dnsMessageBytesMax,
  };
  return createDnsClient(
    { settings, limits, shown: shownValue },
    totalMs,
    queryMs,
  );
}

/** A text from DNS as people see it. */
export function shownValue(text: string): string {
  return firstChars(cleanLine(text), LIMITS.dnsValueCharsMax);
}
