import type { Config } from "../../config/config.ts";
import { isObject } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { CARD_LINK, WEBFINGER_PATH } from "../../core/federation/find_card.ts";
import { KEY_DIRECTORY_PATH } from "../../core/federation/signatures/peer_keys.ts";
import type { Check, Found } from "./check.ts";
import { bad, looked, ok } from "./check.ts";

/** The account of the service itself that every installation has. */
const NAME = "hello";

/** The needs of other services: names that lead here, keys, and the right time. */
export const FEDERATION: Check = {
  name: "Federation",
  look({ config, now }) {
    const { federation, addressDomain } = config;
    if (federation.mode === "closed") {
      return Promise.resolve(ok("closed: no other service can write here"));
    }
    const at = `${homeOf(config)}${WEBFINGER_PATH}`;
    return looked(
      () => askedFromOutside(config, now),
      `point ${addressDomain} to the service by https, or redirect ${at} to ${config.baseUrl}${WEBFINGER_PATH}`,
    );
  },
};

async function askedFromOutside(config: Config, now: number): Promise<Found> {
  const { federation, addressDomain, baseUrl } = config;
  const address = `${NAME}@${addressDomain}`;
  const url = `${homeOf(config)}${WEBFINGER_PATH}?resource=${encodeURIComponent(`acct:${address}`)}`;
  const named = await askOnceRedirected(url);
  const card = cardIn(await jsonOf(named));
  if (card === undefined || !card.startsWith(`${baseUrl}/`)) {
    return bad(
      `${url} answers ${named.status} without the card of ${address}`,
      `let ${WEBFINGER_PATH} of ${addressDomain} reach the service, or redirect it to ${baseUrl}${WEBFINGER_PATH}`,
    );
  }
  const directory = await get(`${baseUrl}${KEY_DIRECTORY_PATH}`);
  const keys = await jsonOf(directory);
  if (!isObject(keys) || !Array.isArray(keys.keys) || keys.keys.length === 0) {
    return bad(
      `${baseUrl}${KEY_DIRECTORY_PATH} answers ${directory.status} without keys`,
      "let this path of BASE_URL reach the service; others can't check its signatures without it",
    );
  }
  const apartMs = Date.parse(directory.headers.get("date") ?? "") - now;
  return Math.abs(apartMs) > LIMITS.signedSkewMs
    ? bad(
        `the clock at ${baseUrl} is ${Math.round(Math.abs(apartMs) / 1_000)} s ${apartMs > 0 ? "ahead of" : "behind"} this one`,
        "set both by NTP; others refuse signatures of another time",
      )
    : ok(`${federation.mode}: ${addressDomain} leads to its cards and keys`);
}

/** Where other services ask for names of this one. */
function homeOf({ federation, addressDomain }: Config): string {
  return federation.hosts.get(addressDomain) ?? `https://${addressDomain}`;
}

async function get(url: string): Promise<Response> {
  const signal = AbortSignal.timeout(LIMITS.doctorAnswerMs);
  return await fetch(url, { signal, redirect: "manual" });
}

/** Others follow one redirect, so that a domain can have its names elsewhere. */
async function askOnceRedirected(url: string): Promise<Response> {
  const answer = await get(url);
  const to = URL.parse(answer.headers.get("location") ?? "", url);
  const isMoved = answer.status >= 300 && answer.status < 400 && to !== null;
  return isMoved ? await get(to.href) : answer;
}

async function jsonOf(answer: Response): Promise<unknown> {
  return answer.status === 200
    ? await answer.json().catch(() => undefined)
    : undefined;
}

function cardIn(document: unknown): string | undefined {
  const links = isObject(document) ? document.links : undefined;
  if (!Array.isArray(links)) return undefined;
  const link = links.find(
    (it) =>
      isObject(it) && it.rel === CARD_LINK.rel && it.type === CARD_LINK.type,
  );
  return isObject(link) && typeof link.href === "string"
    ? link.href
    : undefined;
}
