import type { DnsSettings } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { isPublicAddress } from "../../base/public_address.ts";
import { cleanLine, firstChars } from "../../base/text.ts";
import { phrase } from "../../base/words/say.ts";
import type { TxtAnswer } from "./answer.ts";
import { readResolved } from "./answer.ts";
import { askNameServers } from "./authoritative.ts";
import type { Bounds, DnsClient } from "./dns_client.ts";
import { BOUNDS, createDnsClient } from "./dns_client.ts";
import { DnsFailure } from "./failure.ts";

/** The result of a look-up, shown as `check`. */
export interface DnsCheck {
  readonly ok: boolean;
  /** The published values, as far as they can be shown. */
  readonly observed: readonly string[];
  /** The server whose answer counted. */
  readonly resolver: string;
  readonly code: DnsCheckCode;
  /** The record of the account that holds the domain, while it is published. */
  readonly holderValue?: string;
}

export const DNS_CHECK_CODES = [
  "match",
  "no_match",
  "no_record",
  "no_such_name",
  "held_by_another",
  "resolver_timeout",
  "unreachable",
  "bad_answer",
  "server_failure",
  "refused",
  "lame_delegation",
  "private_name_servers",
  "too_many_aliases",
] as const;
export type DnsCheckCode = (typeof DNS_CHECK_CODES)[number];

/** Codes for certain answers; every other code is a failure of DNS itself. */
const MISSES: readonly DnsCheckCode[] = [
  "no_match",
  "no_record",
  "no_such_name",
];

/** True when DNS answered, and the record is not there. */
export function isMiss({ code }: DnsCheck): boolean {
  return MISSES.includes(code);
}

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
    createDnsClient(settings, bounds.zoneMs, bounds.queryMs),
    (client) => askNameServers(client, name, isWanted),
  );
  if (!(first instanceof DnsFailure)) return judged(first, wanted, isWanted);
  const second = await tried(
    createDnsClient(settings, bounds.resolverMs, bounds.queryMs),
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
  return readResolved(packet, { name, server: shownResolver(client.settings) });
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
  return [...ours, ...others]
    .slice(0, LIMITS.dnsValuesMax)
    .map((it) => firstChars(cleanLine(it), LIMITS.dnsValueCharsMax));
}

/** Some DNS panels store the quotes that others only show. */
export function withoutQuotes(value: string): string {
  return value.replace(/^"+|"+$/g, "");
}
