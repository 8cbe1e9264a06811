import type { ExternalServices } from "../../../base/external_services.ts";
import { FEDERATION_EXTENSION } from "../../card.ts";
import { parseForeignUrl } from "../foreign_url.ts";
import type { RemoteCard } from "../remote_card.ts";

/** The two bindings of A2A that this service speaks as a client. */
export type RemoteBinding = "JSONRPC" | "HTTP+JSON";

/** Where an agent is called, and how. */
export interface RemoteInterface {
  readonly url: string;
  readonly binding: RemoteBinding;
  readonly tenant: string | null;
}

/**
 * The first interface of a card that this service speaks; undefined without one. One on
 * another origin than the card counts only if the card's own service signed it: otherwise
 * anybody's card could send our messages to anybody.
 */
export function chooseInterface(
  outside: ExternalServices,
  {
    card: { supportedInterfaces },
    url: cardUrl,
    signature,
  }: Pick<RemoteCard, "card" | "url" | "signature">,
): RemoteInterface | undefined {
  const { origin } = new URL(cardUrl);
  for (const it of supportedInterfaces) {
    const { protocolBinding: binding, protocolVersion, url, tenant } = it;
    if (!/^1(?:\.\d+)*$/.test(protocolVersion)) continue;
    if (binding !== "JSONRPC" && binding !== "HTTP+JSON") continue;
    const at = allowedOrigin(outside, url);
    if (at === origin || (at !== undefined && signature === "valid")) {
      return { url, binding, tenant: tenant || null };
    }
  }
  return undefined;
}

/** The origin of a URL that may be called from here. */
function allowedOrigin(
  outside: ExternalServices,
  url: string,
): string | undefined {
  try {
    return parseForeignUrl(outside, url).origin;
  } catch {
    return undefined;
  }
}

/** True for a card whose service takes signed requests. */
export function isFederatedCard({ card }: Pick<RemoteCard, "card">): boolean {
  return (card.capabilities.extensions ?? []).some(
    ({ uri }) => uri === FEDERATION_EXTENSION,
  );
}

/** True if the agent answers only callers that have signed in with it. */
export function needsSignIn({
  card: { securityRequirements = [] },
}: Pick<RemoteCard, "card">): boolean {
  const isOpen = securityRequirements.some(
    ({ schemes }) => Object.keys(schemes).length === 0,
  );
  return securityRequirements.length > 0 && !isOpen;
}
