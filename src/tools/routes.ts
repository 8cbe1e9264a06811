import { toldAsIs } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { authenticate } from "../core/identity/authenticate.ts";
import { offersOAuth, originAt } from "../core/identity/oauth/oauth_base.ts";
import { ACT_AS_HEADER } from "../core/identity/teams/acting_as.ts";
import { OPERATIONS } from "../core/operations/mod.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { ClientAddress } from "../http/client_address.ts";
import { compressedFor } from "../http/compressed.ts";
import type { EventStreams } from "../http/event_streams.ts";
import { problemResponse } from "../http/problem.ts";
import type { RawRoute, RequestInfo } from "../http/request_info.ts";
import { requestInfoOf } from "../http/request_info.ts";
import { serverCards } from "./methods/server_card.ts";
import type { ToolsEndpoint } from "./protocol/endpoint.ts";
import { createToolsEndpoint } from "./protocol/endpoint.ts";
import { acceptsEvents, PATH } from "./protocol/http.ts";
import type { OriginCheck } from "./protocol/origin.ts";
import {
  ALLOW,
  createOriginCheck,
  preflight,
  readableBy,
} from "./protocol/origin.ts";

/** All routes of MCP. A handler reads its own body: mount it unparsed. */
export function toolRoutes(
  services: Services,
  streams: EventStreams,
  addressOf: ClientAddress,
): readonly RawRoute[] {
  const endpoint = createToolsEndpoint(services, OPERATIONS, streams);
  const originCheck = createOriginCheck(services.settings.baseUrl);
  const at: Serving = { services, originCheck, endpoint, addressOf };
  const handle = async (request: Request) =>
    compressedFor(request, await serve(at, request));
  const cards = serverCards(services).map(
    ([path, read]): RawRoute => ({
      method: "ALL",
      path,
      handle: async (request) => read(request),
    }),
  );
  return [{ method: "ALL", path: PATH, handle }, ...cards];
}

/** The parts that serve a request. */
interface Serving {
  readonly services: Services;
  readonly originCheck: OriginCheck;
  readonly endpoint: ToolsEndpoint;
  readonly addressOf: ClientAddress;
}

/** Checks origin, method and caller; then the endpoint answers. */
async function serve(at: Serving, request: Request): Promise<Response> {
  const info = requestInfoOf(request);
  let response: Response;
  try {
    at.originCheck.check(request);
    response = await byMethod(at, info);
    readableBy(response, request);
  } catch (error) {
    response = problemResponse(at.services, error, info, { wire: "mcp" });
  }
  response.headers.set("x-request-id", info.requestId);
  return response;
}

async function byMethod(
  { services, endpoint, addressOf }: Serving,
  info: RequestInfo,
): Promise<Response> {
  const { request, requestId, bearer } = info;
  switch (request.method) {
    case "POST": {
      const principal = await authenticate(services, bearer, {
        from: () => addressOf(request),
        takesOAuth: true,
        as: request.headers.get(ACT_AS_HEADER),
      });
      const response = await endpoint(request, principal, requestId);
      if (response.status === 401) {
        const challenge = challengeFor(services, request, bearer);
        response.headers.set("www-authenticate", challenge);
      }
      return response;
    }
    case "OPTIONS":
      return preflight();
    case "GET":
    case "HEAD":
      // For clients that would listen here, any answer but 405 is a broken stream, which
      // they retry each second, for ever.
      if (!acceptsEvents(request)) return Response.json(whereabouts(services));
  }
  const error = new ServiceError("method_not_allowed", {
    detail: toldAsIs("Cannot use this method here: send JSON-RPC with POST."),
  });
  const headers = { allow: ALLOW };
  return problemResponse(services, error, info, { headers, wire: "mcp" });
}

function whereabouts({ settings }: Services) {
  return { url: settings.baseUrl + PATH };
}

/**
 * Where a client learns how to sign in (RFC 9728, section 5.1), with the host name that it
 * used; empty if this service's address allows no OAuth.
 */
function challengeFor(
  { settings: { baseUrl } }: Services,
  { headers }: Request,
  bearer: string | undefined,
): string {
  const origin = originAt(baseUrl, headers.get("host"));
  const parts = [
    ...(offersOAuth(baseUrl)
      ? [
          `resource_metadata="${origin}/.well-known/oauth-protected-resource${PATH}"`,
          // The scopes that MCP clients then ask for: the second, to stay signed in.
          `scope="inbox offline_access"`,
        ]
      : []),
    ...(bearer === undefined ? [] : [`error="invalid_token"`]),
  ];
  return `Bearer ${parts.join(", ")}`.trimEnd();
}
