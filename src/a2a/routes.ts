import { CARD_PATH, FULL_CARD_PATH } from "../core/addresses/present.ts";
import { localPartIn } from "../core/agents/card_url.ts";
import { WEBFINGER_PATH } from "../core/federation/find_card.ts";
import type { Services } from "../core/pipeline/call.ts";
import { PUSH_PATH } from "../core/senders/composed_message.ts";
import type { ClientAddress } from "../http/client_address.ts";
import { compressedFor } from "../http/compressed.ts";
import type { EventStreams } from "../http/event_streams.ts";
import type { RawRoute } from "../http/request_info.ts";
import { pathOf } from "../http/request_info.ts";
import { cardDocuments } from "./card_document.ts";
import { refuseVerb, serveRpc } from "./endpoint.ts";
import { httpJsonHandler } from "./http/endpoint.ts";
import { HTTP_JSON_PATH } from "./http/table.ts";
import { webFinger } from "./http/web_finger.ts";
import { pushEndpoint } from "./push/push_route.ts";

/** All routes of this wire. A handler reads its own body: mount it unparsed. */
export function a2aRoutes(
  services: Services,
  streams: EventStreams,
  addressOf: ClientAddress,
): readonly RawRoute[] {
  const rpc = async (request: Request) =>
    compressedFor(request, await serveRpc(services, request, addressOf));
  const serve = httpJsonHandler(services, streams, addressOf);
  const httpJson = async (request: Request) =>
    compressedFor(request, await serve(request));
  const otherwise = (request: Request) => refuseVerb(services, request);
  const cards = cardDocuments(services);
  // The path form, for accounts without their own host and services without a
  // wildcard record.
  const byPath = (request: Request) => {
    const path = pathOf(request.url);
    const localPart = localPartIn(path) ?? "";
    const full = path.endsWith(".full.json");
    return cards.account(request, { localPart, full });
  };
  return [
    {
      method: "POST",
      path: PUSH_PATH,
      handle: pushEndpoint(services, addressOf),
    },
    { method: "POST", path: "/a2a", handle: rpc },
    { method: "POST", path: "/a2a/", handle: rpc },
    { method: "ALL", path: "/a2a", handle: otherwise },
    { method: "ALL", path: "/a2a/", handle: otherwise },
    { method: "ALL", path: `${HTTP_JSON_PATH}/*`, handle: httpJson },
    { method: "ALL", path: WEBFINGER_PATH, handle: webFinger(services) },
    { method: "ALL", path: CARD_PATH, handle: (it) => cards.service(it) },
    {
      method: "ALL",
      path: FULL_CARD_PATH,
      handle: (it) => cards.service(it, true),
    },
    { method: "ALL", path: "/@:localPart/agent-card.json", handle: byPath },
    {
      method: "ALL",
      path: "/@:localPart/agent-card.full.json",
      handle: byPath,
    },
  ];
}
