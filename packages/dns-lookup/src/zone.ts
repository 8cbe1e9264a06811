import { isIP } from "node:net";
import { isPublicAddress } from "../../standards/src/public_address.ts";
import type { Glue, Referral } from "./answer.ts";
import { addressesIn, glueIn, nameServersIn } from "./answer.ts";
import type { DnsClient } from "./dns_client.ts";
import { DnsFailure } from "./failure.ts";
import { sameName, suffixesOf } from "./names.ts";
import type { DnsServer } from "./settings.ts";

/** A zone and the addresses of its name servers. */
export interface Zone {
  readonly apex: string;
  readonly servers: readonly NameServer[];
}

export interface NameServer extends DnsServer {
  readonly name: string;
}

/**
 * Finds the zone that a name is in: walks up until a name has name servers.
 * @throws DnsFailure
 */
export async function zoneOf(client: DnsClient, name: string): Promise<Zone> {
  const { resolver } = client.settings;
  for (const apex of suffixesOf(name)) {
    const question = { name: apex, type: "NS", recursive: true } as const;
    const packet = await client.ask(resolver, question);
    const names = nameServersIn(packet, apex);
    if (names.length === 0) continue;
    return await located(client, { zone: apex, names, glue: glueIn(packet) });
  }
  throw new DnsFailure("lame_delegation", `No zone holds ${name}.`);
}

/**
 * Finds the addresses of a zone's name servers. Only public ones are asked: a zone must not
 * make the service connect to its inner network.
 * @throws DnsFailure lame_delegation, private_name_servers
 */
export async function located(
  client: DnsClient,
  { zone, names, glue }: Referral,
): Promise<Zone> {
  const { settings } = client;
  const servers: NameServer[] = [];
  let isPrivate = false;
  const few = names.slice(0, client.limits.serversMax);
  const found = await Promise.all(few.map((it) => hosts(client, it, glue)));
  for (const [index, addresses] of found.entries()) {
    for (const address of addresses) {
      if (!settings.privateNameServers && !isPublicAddress(address)) {
        isPrivate = true;
        continue;
      }
      const name = few[index] ?? "";
      servers.push({ name, address, port: settings.authoritativePort });
    }
  }
  if (servers.length > 0) {
    const byFamily = servers.toSorted(
      (one, other) => isIP(one.address) - isIP(other.address),
    );
    return { apex: zone, servers: byFamily.slice(0, client.limits.serversMax) };
  }
  throw isPrivate
    ? new DnsFailure(
        "private_name_servers",
        `The name servers of ${zone} have private addresses.`,
      )
    : new DnsFailure(
        "lame_delegation",
        `The name servers of ${zone} have no addresses.`,
      );
}

async function hosts(
  client: DnsClient,
  name: string,
  glue: readonly Glue[],
): Promise<readonly string[]> {
  const given = glue.filter((it) => sameName(it.name, name));
  if (given.length > 0) return given.map(({ address }) => address);
  const { resolver } = client.settings;
  const both = await Promise.all(
    (["A", "AAAA"] as const).map(async (type) => {
      try {
        const question = { name, type, recursive: true };
        return addressesIn(await client.ask(resolver, question));
      } catch (error) {
        if (error instanceof DnsFailure) return [];
        throw error;
      }
    }),
  );
  return both.flat();
}
