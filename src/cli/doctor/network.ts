import {
  addressesIn,
  readResolved,
} from "../../../packages/dns-lookup/src/answer.ts";
import type { DnsClient } from "../../../packages/dns-lookup/src/dns_client.ts";
import type { DnsSettings } from "../../../packages/dns-lookup/src/settings.ts";
import type { Config } from "../../config/config.ts";
import { dnsClient } from "../../core/addresses/dns/client.ts";
import { CARD_PATH } from "../../core/addresses/present.ts";
import { LIMITS } from "../../core/base/limits.ts";
import type { Check } from "./check.ts";
import { bad, looked, note, ok, reasonOf } from "./check.ts";

const HERE = /^(?:localhost|127\.|\[::1\]|.*\.localhost$)/;

async function get(url: string): Promise<Response> {
  const signal = AbortSignal.timeout(LIMITS.doctorAnswerMs);
  return await fetch(url, { signal, redirect: "manual" });
}

/** The public address, requested as others do: through DNS and proxy. */
export const BASE: Check = {
  name: "Base URL",
  look: ({ config: { baseUrl } }) =>
    looked(async () => {
      const { hostname, protocol } = new URL(baseUrl);
      const answer = await get(`${baseUrl}/readyz`);
      if (!answer.headers.has("svc-version")) {
        return bad(
          `something else answers at ${baseUrl} (${answer.status})`,
          "point BASE_URL's host to this service, or set BASE_URL to where the service is",
        );
      }
      if (answer.status !== 200) {
        return bad(
          `${baseUrl} answers ${answer.status}: the service isn't ready`,
          "check its log",
        );
      }
      if (HERE.test(hostname)) {
        return note(
          `${baseUrl} answers, but only on this machine`,
          "set BASE_URL to a public https address if others should reach it",
        );
      }
      return protocol === "https:"
        ? ok(`${baseUrl} answers`)
        : bad(`${baseUrl} answers without TLS`, "put a TLS proxy before it");
    }, `start the service, and point ${baseUrl} to it`),
};

/** Each address has its own host for its card, if the proxy supports it. */
export const CARD_HOSTS: Check = {
  name: "Card hosts",
  async look({ config: { baseUrl, addressDomain } }) {
    const { protocol, port } = new URL(baseUrl);
    const host = `hello.${addressDomain}${port === "" ? "" : `:${port}`}`;
    const otherwise = `point *.${addressDomain} to the service and pass the Host header on; until then cards are at ${baseUrl}/@hello${CARD_PATH}`;
    try {
      const answer = await get(`${protocol}//${host}${CARD_PATH}`);
      const isOurs = answer.headers.has("svc-version") && answer.ok;
      return isOurs
        ? ok(`${host} has its card`)
        : note(`${host} answers ${answer.status} without a card`, otherwise);
    } catch (error) {
      return note(`${host}: ${reasonOf(error)}`, otherwise);
    }
  },
};

/** The configured resolver, limited to a few queries. */
function resolving(dns: DnsSettings): DnsClient {
  return dnsClient(dns, LIMITS.dnsResolverMs);
}

/** TXT records of a name, from the configured resolver. */
export async function textsOf(
  { dns }: Config,
  name: string,
): Promise<readonly string[]> {
  const client = resolving(dns);
  const { resolver } = dns;
  const question = { name, type: "TXT", recursive: true } as const;
  const packet = await client.ask(resolver, question);
  const { aliasesMax } = client.limits;
  const at = { name, server: resolver.address, aliasesMax };
  return readResolved(packet, at).values;
}

/** The resolver, which verifies custom domains. */
export const DNS: Check = {
  name: "DNS",
  look: ({ config: { dns, addressDomain } }) => {
    const { resolver } = dns;
    return looked(async () => {
      if (HERE.test(addressDomain)) {
        return note(`${addressDomain} is known on this machine only`);
      }
      const client = resolving(dns);
      const found: string[] = [];
      for (const type of ["A", "AAAA"] as const) {
        const question = { name: addressDomain, type, recursive: true };
        found.push(...addressesIn(await client.ask(resolver, question)));
      }
      return found.length > 0
        ? ok(
            `${addressDomain} resolves to ${found.join(", ")}, says ${resolver.address}`,
          )
        : bad(
            `${addressDomain} has no address, says ${resolver.address}`,
            "publish an A or AAAA record that points to the proxy",
          );
    }, `set DNS_RESOLVER to a server that answers; ${resolver.address} doesn't`);
  },
};
