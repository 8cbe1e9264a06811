import type { TxtAnswer } from "../../../../packages/dns-lookup/src/answer.ts";
import { readResolved } from "../../../../packages/dns-lookup/src/answer.ts";
import { askNameServers } from "../../../../packages/dns-lookup/src/authoritative.ts";
import type { DnsClient } from "../../../../packages/dns-lookup/src/dns_client.ts";
import { DnsFailure } from "../../../../packages/dns-lookup/src/failure.ts";
import type { DnsSettings } from "../../../../packages/dns-lookup/src/settings.ts";
import { isPublicAddress } from "../../../../packages/standards/src/public_address.ts";
import { LIMITS } from "../../base/limits.ts";
import { phrase } from "../../base/words/say.ts";
import type { DnsCheck } from "./check.ts";
import { withoutQuotes } from "./check.ts";
import { dnsClient, shownValue } from "./client.ts";

/** How long a look-up may take, in milliseconds. */
interface Bounds {
  readonly queryMs: number;
  /** For all queries to a zone's name servers. */
  readonly zoneMs: number;
  /** For the query to the resolver after that. */
  readonly resolverMs: number;
}

const BOUNDS: Bounds = {
  queryMs: LIMITS.dnsQueryMs,
  zoneMs: LIMITS.dnsZoneMs,
  resolverMs: LIMITS.dnsResolverMs,
};

/**
 * Looks for one TXT value: at the name servers of the zone, and if these fail at the
 * configured resolver (docs/addresses.md). Never throws for DNS results.
 */
export async function lookUpTxt(
  settings: DnsSettings,
  wanted: { readonly name: string; readonly value: string },
  bounds: Bounds = BOUNDS,
): Promise<DnsCheck> {
  const { name, value } = wanted;
  const isWanted = (values: readonly string[]) =>
    values.some((it) => withoutQuotes(it) === value);
  const first = await tried(
    dnsClient(settings, bounds.zoneMs, bounds.queryMs),
    (client) => askNameServers(client, name, isWanted),
  );
  if (!(first instanceof DnsFailure)) return judged(first, wanted, isWanted);
  const second = await tried(
    dnsClient(settings, bounds.resolverMs, bounds.queryMs),
    (client) => askResolver(client, name),
  );
  if (!(second instanceof DnsFailure)) return judged(second, wanted, isWanted);
  const worst = first.code === "timeout" ? second : first;
  return {
    ok: false,
    observed: [],
    resolver: shownResolver(settings),
    code: worst.code === "timeout" ? "resolver_timeout" : worst.code,
  };
}

async function tried(
  client: DnsClient,
  work: (client: DnsClient) => Promise<TxtAnswer>,
): Promise<TxtAnswer | DnsFailure> {
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof DnsFailure) return error;
    throw error;
  }
}

async function askResolver(
  client: DnsClient,
  name: string,
): Promise<TxtAnswer> {
  const { resolver } = client.settings;
  const question = { name, type: "TXT", recursive: true } as const;
  const packet = await client.ask(resolver, question);
  const { aliasesMax } = client.limits;
  const server = shownResolver(client.settings);
  return readResolved(packet, { name, server, aliasesMax });
}

/** The address of an operator's inner resolver stays hidden. */
function shownResolver({ resolver: { address } }: DnsSettings): string {
  return isPublicAddress(address) ? address : phrase`the service's resolver`;
}

function judged(
  { code: found, values, server: resolver }: TxtAnswer,
  { value }: { readonly value: string },
  isWanted: (values: readonly string[]) => boolean,
): DnsCheck {
  const observed = shown(values, value);
  if (isWanted(values)) return { ok: true, observed, resolver, code: "match" };
  const code = found === "found" ? "no_match" : found;
  return { ok: false, observed, resolver, code };
}

/** Values that look like ours first, so a long list does not hide them. */
function shown(values: readonly string[], value: string): string[] {
  const prefix = value.slice(0, value.indexOf("=") + 1);
  const isOurs = (it: string) => withoutQuotes(it).startsWith(prefix);
  const ours = values.filter(isOurs);
  const others = values.filter((it) => !isOurs(it));
  return [...ours, ...others].slice(0, LIMITS.dnsValuesMax).map(shownValue);
}
