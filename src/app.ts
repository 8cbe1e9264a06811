import { bearer } from "@elysiajs/bearer";
import type { AnyElysia } from "elysia";
import { Elysia } from "elysia";
import { cardHosts } from "./a2a/card_host.ts";
import { a2aRoutes } from "./a2a/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { LIMITS } from "./core/base/limits.ts";
import { told } from "./core/base/words/sentence.ts";
import { ServiceError } from "./core/errors/errors.ts";
import type { Auth } from "./core/identity/sign_in/auth_world.ts";
import type { Services } from "./core/pipeline/call.ts";
import { guestRoutes } from "./guests/routes.ts";
import { clientAddress } from "./http/client_address.ts";
import { EventStreams } from "./http/event_streams.ts";
import { requestObserver } from "./http/observed_requests.ts";
import { problemResponse } from "./http/problem.ts";
import {
  bearerOf,
  pathOf,
  requestIdOf,
  requestInfoOf,
  SVC_VERSION,
} from "./http/request_info.ts";
import { missingPage } from "./pages/error_page.ts";
import { bounceRoutes } from "./rest/bounce_endpoint.ts";
import { logRoutes } from "./rest/log/log_endpoint.ts";
import { metricsRoutes } from "./rest/metrics_endpoint.ts";
import { restRoutes } from "./rest/served.ts";
import { toolRoutes } from "./tools/routes.ts";
import { webRoutes } from "./web/routes.ts";

/** The parts and settings that a process passes to the app. */
export interface AppOptions {
  readonly auth: Auth;
  /** Holds open event streams, to end them when the process stops. */
  readonly streams?: EventStreams;
  /** Header that a trusted proxy overwrites with the client's address. */
  readonly clientIpHeader?: string | undefined;
  /** The secret that the mail relay sends with its reports; without it reports are refused. */
  readonly mailWebhookSecret?: string | undefined;
  /** The token for reading the metrics; without it they are not served. */
  readonly metricsToken?: string | undefined;
  /** The share of requests that are logged; none by default. */
  readonly accessLog?: number;
}

/** The route under which unmatched requests are counted. */
const NO_ROUTE = "none";
const CARD_HOST = "card host";

/**
 * All routes, on one Elysia. It only routes: the wires themselves read bodies,
 * check inputs and word errors.
 */
export function createApp(
  services: Services,
  {
    auth,
    streams = new EventStreams(),
    clientIpHeader,
    mailWebhookSecret,
    metricsToken,
    accessLog: part = 0,
  }: AppOptions,
): AnyElysia {
  const addressOf = clientAddress(() => app.server, clientIpHeader);
  services.measures.metrics.read(
    {
      name: "svc_streams_open",
      help: "Open event streams.",
      type: "gauge",
    },
    () => streams.count,
  );
  const observe = requestObserver(services, part);
  const app = new Elysia().onError(({ code, error, request }) =>
    observe(request, NO_ROUTE, () =>
      code === "NOT_FOUND"
        ? unserved(services, app, request)
        : problemResponse(services, error, requestInfoOf(request)),
    ),
  );
  const cardHost = cardHosts(services);
  // Before the routes: on another host the same path is another resource.
  app.wrap((next) => (request: Request) => {
    if (isMistakable(app, request)) {
      return observe(request, NO_ROUTE, () => unserved(services, app, request));
    }
    const answer = cardHost(request);
    return answer
      ? observe(request, CARD_HOST, () => stamped(answer, request))
      : next(request);
  });
  for (const { method, path, handle } of [
    ...toolRoutes(services, streams, addressOf),
    ...a2aRoutes(services, streams, addressOf),
    ...authRoutes(services, auth),
    ...guestRoutes({ services, auth }),
    ...bounceRoutes({ services, auth }, mailWebhookSecret),
    ...metricsRoutes(services, metricsToken),
    ...logRoutes(services),
    ...webRoutes(services, auth),
  ]) {
    app.route(
      method,
      path,
      ({ request }: { readonly request: Request }) =>
        observe(request, path, () =>
          stamped(
            handle(request, () => addressOf(request)),
            request,
          ),
        ),
      { parse: "none" },
    );
  }
  // After the others, so only REST pays for what follows.
  const rest = app
    .derive(({ headers }) => {
      headers.authorization = bearerOnly(headers.authorization);
      return { requestId: requestIdOf(headers["x-request-id"]) };
    })
    .use(bearer(HEADER_ONLY));
  for (const { method, path, handle } of restRoutes(
    services,
    streams,
    addressOf,
  )) {
    rest.route(
      method,
      path,
      // Elysia reads the parameter list to see what to provide.
      ({ request, params, query, headers, bearer, requestId }) =>
        observe(request, path, () =>
          handle({ request, params, query, headers, bearer, requestId }),
        ),
      { parse: "none" },
    );
  }
  return app;
}

/**
 * The plugin would also accept a token from the query or a form, where it ends up
 * in logs. This cannot be turned off, so it looks for a name that no URL can spell.
 */
const UNSPELLABLE = "\ud800";
const HEADER_ONLY = {
  extract: { header: "Bearer", query: UNSPELLABLE, body: UNSPELLABLE },
};

/** The scheme is case-insensitive, the plugin is not. */
function bearerOnly(header: string | undefined): string | undefined {
  const token = bearerOf(header);
  return token === undefined ? undefined : `Bearer ${token}`;
}

async function stamped(
  answer: Response | Promise<Response>,
  request: Request,
): Promise<Response> {
  return stamp(await answer, request);
}

/** Sets the headers of every response, on every wire. */
function stamp(response: Response, request: Request): Response {
  const { headers } = response;
  headers.set("svc-version", SVC_VERSION);
  if (!headers.has("x-request-id")) {
    headers.set("x-request-id", requestInfoOf(request).requestId);
  }
  return response;
}

/** An unknown path is 404; a known one with another method is 405. */
function unserved(
  services: Services,
  app: AnyElysia,
  request: Request,
): Response {
  const path = pathOf(request.url);
  const allow = methodsOf(app, path).join(", ");
  if (allow === "") {
    const page = missingPage(request);
    if (page) return stamp(page, request);
    const error = new ServiceError("not_found", {
      detail: told`Cannot find this path.`,
    });
    return problemResponse(services, error, requestInfoOf(request));
  }
  if (request.method === "OPTIONS") {
    const response = new Response(null, { status: 204, headers: { allow } });
    return stamp(response, request);
  }
  const error = new ServiceError("method_not_allowed", {
    detail: told`Cannot use this method here: use ${allow}.`,
  });
  return problemResponse(services, error, requestInfoOf(request), {
    headers: { allow },
  });
}

/**
 * True if Elysia could match the end of this path as a path of its own: without a
 * readable Host, a request's URL is its path, and Elysia looks for the path after a host.
 */
function isMistakable(app: AnyElysia, { url, method }: Request): boolean {
  if (!url.startsWith("/")) return false;
  const methods = methodsOf(app, pathOf(url));
  return !methods.includes(method) && !methods.includes("ALL");
}

function methodsOf(app: AnyElysia, path: string): string[] {
  const methods = new Set<string>();
  for (const route of app.routes) {
    if (!isPathOf(route.path, path)) continue;
    methods.add(route.method);
    if (route.method === "GET") methods.add("HEAD");
  }
  return [...methods];
}

function isPathOf(pattern: string, path: string): boolean {
  const given = path.replace(/(?<=.)\/$/, "").split("/");
  const wanted = pattern.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part.startsWith(":") || part === given[at])
  );
}

/** Where the app listens. */
export interface Address {
  readonly port: number;
  /** All interfaces by default, as containers need. */
  readonly hostname?: string;
}

/** @throws if the port is in use. */
export function listen(app: AnyElysia, address: Address): void {
  const before = process.listeners("beforeExit");
  app.listen({
    ...address,
    // Elysia shares the port by default: two services would alternate.
    reusePort: false,
    development: false,
    idleTimeout: LIMITS.idleConnectionSeconds,
    maxRequestBodySize: LIMITS.httpBodyBytesMax,
  });
  // Elysia would stop it at process exit, and retain it until then; the listener's owner stops it.
  for (const heard of process.listeners("beforeExit")) {
    if (!before.includes(heard)) process.off("beforeExit", heard);
  }
}
