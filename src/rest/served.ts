import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { ClientAddress } from "../http/client_address.ts";
import type { EventStreams } from "../http/event_streams.ts";
import { problemResponse } from "../http/problem.ts";
import { docsHandler } from "./docs/handler.ts";
import { DOCUMENTS, documentHandler, problemTypeHandler } from "./documents.ts";
import { ARCHIVE_PATH, archiveHandler } from "./download/archive.ts";
import { handlerOf } from "./handler.ts";
import type { Incoming } from "./incoming.ts";
import { ORDERS_PATH, orderHandler } from "./routes/order_endpoint.ts";
import { ROUTES } from "./routes.ts";
import {
  EVENTS_PATH,
  eventsHandler,
  SUBSCRIBE_PATH,
  subscribeHandler,
} from "./sse.ts";

/** One row of what REST serves; `ALL` is every method. */
export interface RestRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "ALL";
  readonly path: string;
  readonly handle: (incoming: Incoming) => Response | Promise<Response>;
}

/** All routes of REST. A handler reads its own body: mount it unparsed. */
export function restRoutes(
  services: Services,
  streams: EventStreams,
  addressOf: ClientAddress,
): readonly RestRoute[] {
  const gone = goneHandler(services);
  const docs = docsHandler(services);
  return [
    ...ROUTES.map((route) => ({
      method: route.method,
      path: route.path,
      handle: handlerOf(services, route, addressOf),
    })),
    {
      method: "POST",
      path: ORDERS_PATH,
      handle: orderHandler(services, addressOf),
    },
    {
      method: "GET",
      path: SUBSCRIBE_PATH,
      handle: subscribeHandler(services, streams, addressOf),
    },
    {
      method: "GET",
      path: EVENTS_PATH,
      handle: eventsHandler(services, streams, addressOf),
    },
    {
      method: "GET",
      path: ARCHIVE_PATH,
      handle: archiveHandler(services, addressOf),
    },
    ...DOCUMENTS.map((document) => ({
      method: "GET" as const,
      path: document.path,
      handle: documentHandler(services, document),
    })),
    { method: "GET", path: "/docs", handle: docs },
    { method: "GET", path: "/docs/*", handle: docs },
    {
      method: "GET",
      path: "/problems/:code",
      handle: problemTypeHandler(services),
    },
    { method: "ALL", path: "/api/tasks", handle: gone },
    { method: "ALL", path: "/api/tasks/*", handle: gone },
  ];
}

/** Answers old paths with the new ones. */
function goneHandler(services: Services): RestRoute["handle"] {
  const error = new ServiceError("gone", {
    detail: told`/api/tasks has moved to /v1/conversations.`,
  });
  const headers = { link: '</v1/conversations>; rel="successor-version"' };
  return (incoming) => problemResponse(services, error, incoming, { headers });
}
