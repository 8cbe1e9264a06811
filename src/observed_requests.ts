import type { AnyElysia } from "elysia";
import { readTraceparent } from "./core/insight/trace_context.ts";
import type { Tracer } from "./core/insight/tracer.ts";
import type { Services } from "./core/pipeline/call.ts";
import { accessLog } from "./http/access_log.ts";
import { pathOf } from "./http/request_info.ts";
import { setSpan } from "./http/request_spans.ts";

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const FAULT = 500;

/**
 * Has requests traced and logged where that was asked for; else it costs nothing. Of an
 * address nothing is told but the route: paths and queries hold tokens.
 */
export function observeRequests(
  app: AnyElysia,
  services: Services,
  part: number,
): void {
  const routeOf = routeFinder(app);
  if (services.tracer) traceRequests(app, services.tracer, routeOf);
  if (part === 0) return;
  const tell = accessLog(services, { part, routeOf, methodOf });
  app.wrap((next) => async (request: Request) => {
    const startedAt = performance.now();
    const answer = await next(request);
    tell(request, answer, startedAt);
    return answer;
  });
}

/** One span for each request, until its answer begins; it goes on with the caller's trace. */
function traceRequests(
  app: AnyElysia,
  tracer: Tracer,
  routeOf: (request: Request) => string,
): void {
  app.wrap((next) => async (request: Request) => {
    const method = methodOf(request);
    const span = tracer.start(method, {
      kind: "server",
      parent: readTraceparent(request.headers.get("traceparent")),
      attributes: { "http.request.method": method },
    });
    setSpan(request, span);
    let status = FAULT;
    try {
      const answer = await next(request);
      const said: unknown = answer;
      if (said instanceof Response) status = said.status;
      return answer;
    } finally {
      const route = routeOf(request);
      span.end({
        name: `${method} ${route}`,
        attributes: {
          "http.route": route,
          "http.response.status_code": status,
        },
        errorType: status >= FAULT ? String(status) : undefined,
      });
    }
  });
}

function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : "_OTHER";
}

/** Finds the route of a request among those with as many parts as its path. */
function routeFinder(app: AnyElysia): (request: Request) => string {
  let routes: Map<number, { method: string; path: string }[]> | undefined;
  return ({ method, url }) => {
    // Once all are there, which they are when the first request comes.
    routes ??= Map.groupBy(
      app.routes.map((it) => ({ method: it.method, path: it.path })),
      ({ path }) => partsIn(path),
    );
    const path = pathOf(url);
    const found = routes
      .get(partsIn(path))
      ?.find(
        (it) =>
          (it.method === method || it.method === "ALL") &&
          (it.path === path || isPathOf(it.path, path)),
      );
    return found?.path ?? "none";
  };
}

function partsIn(path: string): number {
  return path.replace(/(?<=.)\/$/, "").split("/").length;
}

/** True if a path is one of a route's. */
export function isPathOf(pattern: string, path: string): boolean {
  const given = path.replace(/(?<=.)\/$/, "").split("/");
  const wanted = pattern.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part.startsWith(":") || part === given[at])
  );
}
