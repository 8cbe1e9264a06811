import type { Alias, Referral, TxtAnswer } from "./answer.ts";
import { readAuthoritative } from "./answer.ts";
import type { DnsClient } from "./dns_client.ts";
import { DnsFailure } from "./failure.ts";
import type { NameServer, Zone } from "./zone.ts";
import { located, zoneOf } from "./zone.ts";

/**
 * Asks the name servers of a name's own zone for its TXT records, and follows aliases into
 * other zones.
 * @param isWanted Ends the search; without it every server is asked, because a change reaches
 * some of them later.
 * @throws DnsFailure
 */
export async function askNameServers(
  client: DnsClient,
  name: string,
  isWanted: (values: readonly string[]) => boolean,
): Promise<TxtAnswer> {
  let current = name;
  for (let hops = 0; hops <= client.limits.aliasesMax; hops++) {
    const answer = await askZone(client, current, isWanted);
    if (!("alias" in answer)) return answer;
    current = answer.alias;
  }
  throw new DnsFailure("too_many_aliases", `${name} is an alias too often.`);
}

async function askZone(
  client: DnsClient,
  name: string,
  isWanted: (values: readonly string[]) => boolean,
): Promise<TxtAnswer | Alias> {
  let zone = await zoneOf(client, name);
  for (let hops = 0; hops <= client.limits.referralsMax; hops++) {
    const answer = await askEach(client, zone, name, isWanted);
    if (!("zone" in answer)) return answer;
    zone = await located(client, answer);
  }
  throw new DnsFailure("lame_delegation", `${name} is delegated for ever.`);
}

async function askEach(
  client: DnsClient,
  zone: Zone,
  name: string,
  isWanted: (values: readonly string[]) => boolean,
): Promise<TxtAnswer | Alias | Referral> {
  let heard: TxtAnswer | undefined;
  let failure: DnsFailure | undefined;
  for (const server of zone.servers) {
    try {
      const answer = await askOne(client, zone.apex, server, name);
      if (!("values" in answer) || isWanted(answer.values)) return answer;
      if (!heard || heard.values.length === 0) heard = answer;
    } catch (error) {
      if (!(error instanceof DnsFailure)) throw error;
      failure ??= error;
    }
  }
  if (heard) return heard;
  throw failure ?? new DnsFailure("lame_delegation", "Nobody was asked.");
}

async function askOne(
  client: DnsClient,
  zone: string,
  nameServer: NameServer,
  name: string,
): Promise<TxtAnswer | Alias | Referral> {
  const question = { name, type: "TXT", recursive: false } as const;
  const packet = await client.ask(nameServer, question);
  const server = `${client.shown(nameServer.name)} (${nameServer.address})`;
  const { aliasesMax } = client.limits;
  return readAuthoritative(packet, { name, zone, server, aliasesMax });
}
