import type { Core, Settings } from "../access/context.ts";
import { parseJson } from "../access/read_json.ts";
import { splitAddress } from "../addresses/address.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import { guardedFetch } from "../agents/remote/guarded_fetch.ts";
import type { RemoteCard } from "../agents/remote/remote_card.ts";
import { fetchRemoteCard } from "../agents/remote/remote_card.ts";
import { BoundedCache } from "../base/cache.ts";
import type { ExternalServices } from "../base/external_services.ts";
import { isObject } from "../base/json.ts";
import { LIMITS } from "../base/limits.ts";
import { ServiceError } from "../errors/errors.ts";

/** The path at which a domain is asked for a name (RFC 7033). */
export const WEBFINGER_PATH = "/.well-known/webfinger";

/** The link to a card in the answer. */
export const CARD_LINK = {
  rel: "describedby",
  type: "application/a2a-agent-card+json",
} as const;

type Asking = Pick<Core, "outside" | "clock"> & {
  readonly settings: Pick<Settings, "federation">;
};

/** An answer of a domain about a name: where its card is, that it has none, or silence. */
type Named = { readonly href: string } | "none" | "silent";

/** The names that this process asked for lately, and those it is asking for. */
class Names {
  readonly kept = new BoundedCache<
    string,
    { readonly named: Named; readonly until: number }
  >(LIMITS.webFingerNamesMax, "webfinger");
  readonly running = new Map<string, Promise<Named>>();
}

const namesOf = new WeakMap<ExternalServices, Names>();

/**
 * The card of an address at another domain, by WebFinger; undefined if the domain has none
 * for it. TLS of the domain is the root of trust.
 * @throws card_unreachable if the domain does not answer; as {@linkcode fetchRemoteCard}
 */
export async function findCard(
  core: Asking,
  address: string,
): Promise<RemoteCard | undefined> {
  const named = await askFor(core, address);
  if (named === "silent") throw new ServiceError("card_unreachable");
  return named === "none" ? undefined : await fetchRemoteCard(core, named.href);
}

async function askFor(core: Asking, address: string): Promise<Named> {
  const { outside, clock } = core;
  const names = namesOf.get(outside) ?? new Names();
  namesOf.set(outside, names);
  const known = names.kept.get(address);
  if (known && clock() < known.until) return known.named;
  const running = names.running.get(address);
  if (running) return await running;
  if (names.running.size >= LIMITS.remoteFetchesMax) return "silent";
  const asking = ask(core, address).finally(() =>
    names.running.delete(address),
  );
  names.running.set(address, asking);
  const named = await asking;
  const keptMs =
    named === "silent" ? LIMITS.remoteFailureKeptMs : LIMITS.webFingerKeptMs;
  names.kept.set(address, { named, until: clock() + keptMs });
  return named;
}

async function ask(
  { settings, outside }: Asking,
  address: string,
): Promise<Named> {
  const { domain } = splitAddress(address);
  const at = settings.federation.hosts.get(domain) ?? `https://${domain}`;
  const resource = encodeURIComponent(`acct:${address}`);
  try {
    const { text } = await guardedFetch(outside, {
      url: parseForeignUrl(
        outside,
        `${at}${WEBFINGER_PATH}?resource=${resource}`,
      ),
      redirectsMax: 1,
      bytesMax: LIMITS.webFingerBytesMax,
      signal: outside.deadline(LIMITS.remoteFetchMs),
    });
    return linkIn(parseJson(text)) ?? "none";
  } catch (error) {
    // An answer that is no JRD, such as a 404, is an answer: the name has no card.
    const isAnswer =
      error instanceof ServiceError && error.code !== "card_unreachable";
    return isAnswer ? "none" : "silent";
  }
}

function linkIn(document: unknown): Named | undefined {
  const links = isObject(document) ? document.links : undefined;
  if (!Array.isArray(links)) return undefined;
  for (const link of links.slice(0, LIMITS.webFingerLinksMax)) {
    if (!isObject(link)) continue;
    const { rel, type, href } = link;
    const isCard = rel === CARD_LINK.rel && type === CARD_LINK.type;
    if (isCard && typeof href === "string") return { href };
  }
  return undefined;
}
