import type { Services } from "../core/call.ts";
import type { ClientAddress } from "../http/client_address.ts";
import { serveCard } from "./card_document.ts";
import { refuseVerb, serveRpc } from "./endpoint.ts";

/** One row of what this wire serves; `ALL` is every method without a row. */
export interface A2aRoute {
  readonly method: "POST" | "GET" | "ALL";
  readonly path: string;
  readonly handle: (request: Request) => Response | Promise<Response>;
}

/** Everything this wire serves. A handler reads its own body: mount it unparsed. */
export function a2aRoutes(
  services: Services,
  addressOf: ClientAddress,
): readonly A2aRoute[] {
  const rpc = (request: Request) => serveRpc(services, request, addressOf);
  const card = serveCard(services);
  return [
    { method: "POST", path: "/a2a", handle: rpc },
    { method: "POST", path: "/a2a/", handle: rpc },
    { method: "ALL", path: "/a2a", handle: refuseVerb },
    { method: "ALL", path: "/a2a/", handle: refuseVerb },
    { method: "ALL", path: "/.well-known/agent-card.json", handle: card },
  ];
}
