import type { Static } from "typebox";
import type { Settings } from "../access/context.ts";
import { showTime } from "../base/time.ts";
import { isDnsLabel } from "./local_part.ts";
import { pricesOf } from "./prices.ts";
import type { AddressSchema } from "./schemas.ts";
import type { OwnedAddress } from "./store.ts";

/** Shows a free address as every wire gives it. */
export function presentAddress(
  settings: Settings,
  row: Omit<OwnedAddress, "disabledAt" | "away">,
): Static<typeof AddressSchema> {
  return {
    id: row.id,
    localPart: row.localPart,
    address: freeAddressOf(settings, row.localPart),
    displayName: row.displayName,
    cardUrl: cardHostUrl(settings, row.localPart),
    ...agentCardByPath(settings, row.localPart),
    prices: [...pricesOf(row)],
    createdAt: showTime(row.createdAt),
  };
}

/** The free mailbox of a local-part. */
export function freeAddressOf(settings: Settings, localPart: string): string {
  return `${localPart}@${settings.addressDomain}`;
}

/** The settings for the address of a card. */
export type CardSettings = Pick<Settings, "baseUrl" | "addressDomain">;

/**
 * The card on the account's own host (docs/addresses.md, Cards); null without one: a dot
 * makes it two labels, and not every service can have such hosts.
 */
export function cardHostUrl(
  settings: CardSettings,
  localPart: string,
): string | null {
  const parts = partsOf(settings);
  if (!parts || !isDnsLabel(localPart)) return null;
  const host = `${localPart}.${settings.addressDomain}`;
  return host === parts.baseHost
    ? null
    : `${parts.scheme}//${host}${parts.port}${CARD_PATH}`;
}

/** The path of an agent card on its host (A2A 8.2). */
export const CARD_PATH = "/.well-known/agent-card.json";
/** The path of the card of the HTTP+JSON binding. */
export const FULL_CARD_PATH = "/.well-known/agent-card.full.json";

/** The card of the HTTP+JSON binding at the service's own host, where its keys are. */
export function fullCardByPath(
  { baseUrl }: CardSettings,
  localPart: string,
): string {
  return `${baseUrl}/@${localPart}/agent-card.full.json`;
}

/** The address of an account's card, with or without its own host. */
export function agentCardUrl(
  settings: CardSettings,
  localPart: string,
): string {
  return cardHostUrl(settings, localPart) ?? cardPathUrl(settings, localPart);
}

function cardPathUrl({ baseUrl }: CardSettings, localPart: string): string {
  return `${baseUrl}/@${localPart}/agent-card.json`;
}

/**
 * The same card at the service's own host, if the account's host is a name below localhost:
 * browsers know those, most other programs do not look them up.
 */
export function agentCardByPath(
  settings: CardSettings,
  localPart: string,
): { readonly agentCardByPath?: string } {
  const isForBrowsers =
    LOOPBACK.test(settings.addressDomain) &&
    cardHostUrl(settings, localPart) !== null;
  return isForBrowsers
    ? { agentCardByPath: cardPathUrl(settings, localPart) }
    : {};
}

/** The common parts of all card hosts' URLs. */
interface HostParts {
  readonly scheme: string;
  readonly port: string;
  readonly baseHost: string;
}

function partsOf({ baseUrl, addressDomain }: CardSettings): HostParts | null {
  const { protocol: scheme, port, hostname: baseHost } = new URL(baseUrl);
  return canHaveHosts(baseHost, addressDomain)
    ? { scheme, port: port && `:${port}`, baseHost }
    : null;
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;
const IP_ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/**
 * True if hosts below the address domain reach this service: names below localhost are the
 * reader's own machine (RFC 6761), any other domain is not.
 */
function canHaveHosts(baseHost: string, addressDomain: string): boolean {
  return LOOPBACK.test(addressDomain)
    ? LOOPBACK.test(baseHost)
    : !LOOPBACK.test(baseHost) && !IP_ADDRESS.test(baseHost);
}
