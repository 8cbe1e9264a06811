import type { CardSettings } from "../addresses/present.ts";
import { CARD_PATH, FULL_CARD_PATH } from "../addresses/present.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

interface Binding {
  /** True for the card of HTTP+JSON. */
  readonly full?: true | undefined;
}

/** The account of a card's address. */
export type CardUrl =
  | ({ readonly kind: "service" } & Binding)
  | ({ readonly kind: "account"; readonly localPart: string } & Binding)
  /** On one of our hosts, without such a card. */
  | { readonly kind: "nobody" }
  | { readonly kind: "foreign"; readonly url: URL };

/**
 * Distinguishes cards of this service from others by the host alone: our own are never
 * fetched. A host stands for its card, as A2A 8.2 finds it.
 * @throws invalid_input for anything but an http or https address
 */
export function readCardUrl(settings: CardSettings, text: string): CardUrl {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw notWeb();
  }
  const base = new URL(settings.baseUrl);
  const domain = settings.addressDomain;
  const hostname = url.hostname.replace(/\.$/, "");
  const isOurPort = url.port === "" || url.port === base.port;
  if (url.host === base.host || (hostname === domain && isOurPort)) {
    return onOwnHost(url.pathname);
  }
  if (!hostname.endsWith(`.${domain}`) || !isOurPort) {
    return { kind: "foreign", url };
  }
  const localPart = hostname.slice(0, -domain.length - 1);
  return isCardPath(url.pathname) && !localPart.includes(".")
    ? { kind: "account", localPart, full: isFull(url.pathname) }
    : { kind: "nobody" };
}

function onOwnHost(path: string): CardUrl {
  const full = isFull(path);
  if (isCardPath(path)) return { kind: "service", full };
  const localPart = localPartIn(path);
  return localPart === undefined
    ? { kind: "nobody" }
    : { kind: "account", localPart, full };
}

function isFull(path: string): true | undefined {
  return path.endsWith(".full.json") || undefined;
}

function isCardPath(path: string): boolean {
  return path === "/" || path === CARD_PATH || path === FULL_CARD_PATH;
}

const PATH_FORM = /^\/(?:@|%40)([^/]+)\/agent-card(?:\.full)?\.json$/i;

/** The local-part in the path form, for accounts without a host. */
export function localPartIn(path: string): string | undefined {
  return PATH_FORM.exec(path)?.[1];
}

function notWeb(): ServiceError {
  const detail = told`must be an http or https URL without a user name or password`;
  return new ServiceError("invalid_input", {
    detail: told`Cannot read the url: it ${detail}.`,
    errors: [{ pointer: "/url", code: "invalid_url", detail }],
  });
}
