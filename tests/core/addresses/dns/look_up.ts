import type { DnsSettings } from "../../../../packages/dns-lookup/src/settings.ts";
import { lookUpTxt } from "../../../../src/core/addresses/dns/look_up.ts";
import type { Handler, TestDns } from "../../../dns.ts";
import { a, NS1, ns, RESOLVER, startDns, zone } from "../../../dns.ts";

export const DOMAIN = "bakery.example";

export const NAME = `_svc-challenge.${DOMAIN}`;

export const VALUE = "svc-verify=the-token";

const WANTED = { name: NAME, value: VALUE };

/** For servers that do not answer. */
export const BRIEF = { queryMs: 60, zoneMs: 600, resolverMs: 300 };

/** The resolver's zones: their servers, and where those are. */
export const DELEGATIONS = [
  ns(DOMAIN, "ns1.bakery.example"),
  a("ns1.bakery.example", NS1),
];

export const resolver = zone(() => DELEGATIONS);

export const TXT = 16;

export const look = (settings: DnsSettings, wanted = WANTED) =>
  lookUpTxt(settings, wanted);

export const lookBriefly = (settings: DnsSettings) =>
  lookUpTxt(settings, WANTED, BRIEF);

/** One zone, one name server, and what it answers. */
export function startZone(handler: Handler): Promise<TestDns> {
  return startDns({ [RESOLVER]: resolver, [NS1]: handler });
}
