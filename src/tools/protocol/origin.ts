import { toldAsIs } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import { urlOf } from "../../http/request_info.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Checks the origin of a caller; made once from the service's own address. */
export interface OriginCheck {
  /** @throws forbidden_origin */
  check(request: Request): void;
}

/**
 * Refuses web pages of other sites (MCP, transports: DNS rebinding). A page is recognized by
 * its Origin, or by a Host that is not this service's name.
 */
export function createOriginCheck(baseUrl: string): OriginCheck {
  const own = new URL(baseUrl);
  const isLocal = LOOPBACK.has(own.hostname);
  const mayComeFrom = (origin: string): boolean => {
    if (origin === own.origin) return true;
    const url = isLocal ? URL.parse(origin) : null;
    return url !== null && LOOPBACK.has(url.hostname);
  };
  // A name of this machine cannot be rebound; a local proxy may use it.
  const isOwn = (host: string): boolean => {
    const url = URL.parse(`${own.protocol}//${host}`);
    return (
      url !== null && (url.host === own.host || LOOPBACK.has(url.hostname))
    );
  };
  // Nearly all requests use the same one.
  let lastTaken = own.host;
  const mayCall = (host: string): boolean => {
    if (host === lastTaken) return true;
    if (!isOwn(host)) return false;
    lastTaken = host;
    return true;
  };
  return {
    check({ headers, url }) {
      const origin = headers.get("origin");
      if (origin !== null && !mayComeFrom(origin)) throw forbidden("Origin");
      const host = headers.get("host") ?? urlOf({ url }).host;
      if (!mayCall(host)) throw forbidden("Host");
    },
  };
}

function forbidden(header: string): ServiceError {
  return new ServiceError("forbidden_origin", {
    detail: toldAsIs(
      `Cannot serve this ${header}: it is not this service's own.`,
    ),
  });
}

export const ALLOW = "POST, GET";

const HEADERS = {
  "access-control-allow-methods": "POST, GET, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, accept, x-request-id, last-event-id, idempotency-key, svc-act-as, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name",
  "access-control-max-age": "86400",
};

/** Answers a preflight; the request itself is checked later. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: { allow: ALLOW, ...HEADERS },
  });
}

/** Lets an allowed page read the answer. */
export function readableBy(response: Response, request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const { headers } = response;
  headers.set("access-control-allow-origin", origin);
  headers.set(
    "access-control-expose-headers",
    "www-authenticate, x-request-id",
  );
  headers.append("vary", "origin");
}
