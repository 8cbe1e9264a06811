import { LIMITS } from "../core/base/limits.ts";

/** The facts about a request that its answer depends on. */
export interface RequestInfo {
  readonly request: Request;
  readonly requestId: string;
  /** The token, if one was sent. */
  readonly bearer?: string | undefined;
}

/** A route that is no operation of REST; `ALL` covers every method without a route of its own. */
export interface RawRoute {
  readonly method: "GET" | "POST" | "ALL";
  readonly path: string;
  readonly handle: (request: Request) => Response | Promise<Response>;
}

/** Reads it from a raw request. */
export function requestInfoOf(request: Request): RequestInfo {
  const { headers } = request;
  return {
    request,
    requestId: requestIdOf(headers.get("x-request-id")),
    bearer: bearerOf(headers.get("authorization")),
  };
}

/** Date of the newest addition to this API (docs/interfaces.md, Versions). */
export const SVC_VERSION = "2026-11-21";

/** The URL of a request, whose host means nothing if the request has no readable one. */
export function urlOf({ url }: Pick<Request, "url">): URL {
  return new URL(url, "http://localhost");
}

/** The path of a request without its query, which may contain secrets. */
export function pathOf(url: string): string {
  // Without a readable Host the URL is only the path.
  const start = url.startsWith("/") ? 0 : url.indexOf("/", "https://".length);
  if (start === -1) return "/";
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

const SAFE = new RegExp(`^[\\w.:~+/=@-]{1,${LIMITS.requestIdCharsMax}}$`);

/** The caller's X-Request-Id if it is safe to repeat, or a new one. */
export function requestIdOf(header: string | null | undefined): string {
  return header && SAFE.test(header) ? header : `req_${Bun.randomUUIDv7()}`;
}

const BEARER = /^Bearer +(\S+) *$/i;

/** The token of an Authorization header; the scheme is case-insensitive (RFC 9110 section 11.1). */
export function bearerOf(
  header: string | null | undefined,
): string | undefined {
  return header ? BEARER.exec(header)?.[1] : undefined;
}
