import { checkAccess } from "../core/access/access.ts";
import type { Operation } from "../core/access/operation.ts";
import type { Principal } from "../core/access/principal.ts";
import { ANONYMOUS } from "../core/access/principal.ts";
import { authenticate } from "../core/identity/authenticate.ts";
import type { Services } from "../core/pipeline/call.ts";
import { callOrWait } from "../core/streams/await_change.ts";
import type { ClientAddress } from "../http/client_address.ts";
import { jsonText } from "../http/json_text.ts";
import { problemResponse } from "../http/problem.ts";
import { SVC_VERSION } from "../http/request_info.ts";
import { csvResponse } from "./csv.ts";
import { isNoneMatch } from "./entity_tag.ts";
import { fieldsOf, planOf, shownNames } from "./fields.ts";
import type { Incoming } from "./incoming.ts";
import type { Route } from "./route.ts";
import { prefersStrict } from "./strict.ts";

export type Handler = (incoming: Incoming) => Promise<Response>;

/** The one generic handler: who, what, the operation, the answer. */
export function handlerOf(
  services: Services,
  route: Route,
  addressOf: ClientAddress,
): Handler {
  const identify = identifierOf(services, addressOf);
  const plan = planOf(route);
  const { operation, method } = route;
  return async (incoming) => {
    try {
      // Before the body: who may not call does not get it read.
      const principal = await identify(operation, incoming);
      const { input, ignored } = await fieldsOf(plan, incoming);
      const { headers, requestId } = incoming;
      if (route.input) Object.assign(input, route.input(headers));
      const idempotencyKey =
        method === "GET" ? undefined : headers["idempotency-key"];
      const { output, replayed } = await callOrWait(
        services,
        operation,
        {
          principal,
          via: "rest",
          requestId,
          idempotencyKey,
          signal: incoming.request.signal,
        },
        input,
      );
      const answer = headersOf(route, output, incoming);
      if (replayed) answer["idempotency-replayed"] = "true";
      if (ignored.length > 0) {
        answer["svc-warning"] = `ignored fields: ${shownNames(ignored)}`;
      }
      const strict = prefersStrict(headers.prefer) && route.strict?.(output);
      if (strict) {
        const { "content-type": _json, ...kept } = answer;
        const headers = { ...kept, ...strict.headers };
        return problemResponse(services, strict.error, incoming, { headers });
      }
      const table = csvResponse(route, output, answer, incoming);
      return table ?? respond(route, output, answer, headers["if-none-match"]);
    } catch (error) {
      return problemResponse(services, error, incoming);
    }
  };
}

/** Authenticates the caller and checks that they may call the operation. */
export function identifierOf(
  services: Services,
  addressOf: ClientAddress,
): (operation: Operation, incoming: Incoming) => Promise<Principal> {
  return async (operation, { bearer, request }) => {
    if (operation.access.who === "anyone") return ANONYMOUS;
    const principal = await authenticate(services, bearer, {
      from: () => addressOf(request),
    });
    checkAccess(operation, principal);
    return principal;
  };
}

function headersOf(
  route: Route,
  output: unknown,
  incoming: Incoming,
): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": route.cacheControl ?? "no-store",
    "x-request-id": incoming.requestId,
    "svc-version": SVC_VERSION,
  };
  if (route.etag) headers.etag = route.etag(output);
  return route.headers
    ? Object.assign(headers, route.headers(output, incoming))
    : headers;
}

function respond(
  route: Route,
  output: unknown,
  headers: Record<string, string>,
  noneMatch: string | undefined,
): Response {
  const tag = headers.etag;
  if (noneMatch && tag && route.method === "GET") {
    if (isNoneMatch(noneMatch, tag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  const own = route.respond?.(output, headers);
  if (own) return own;
  const status = route.statusOf?.(output) ?? route.statuses?.[0] ?? 200;
  return new Response(jsonText(output as object), { status, headers });
}
