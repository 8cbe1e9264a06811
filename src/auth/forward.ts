import { CLIENT_ADDRESS_HEADER } from "../core/identity/sign_in/auth_headers.ts";
import type { From, RouteContext } from "../pages/route.ts";

/** A request as the library is to see it. */
export interface Forwarded {
  /** Below `/api/auth`. */
  readonly path: string;
  readonly search?: string;
  readonly method?: "GET" | "POST";
  readonly headers: Headers;
  readonly body?: string;
}

/** Headers of a caller that the library may see; with a cookie only where one is meant. */
const PASSED = [
  "accept",
  "accept-language",
  "authorization",
  "content-type",
  "cookie",
  "origin",
  "referer",
  "sec-fetch-site",
  "user-agent",
];

/** The caller's headers, with the network address that we saw and nobody can make up. */
export function headersFor(
  request: Request,
  from: From,
  dropped: readonly string[] = [],
): Headers {
  const headers = new Headers();
  for (const name of PASSED) {
    const value = request.headers.get(name);
    if (value !== null && !dropped.includes(name)) headers.set(name, value);
  }
  headers.set(CLIENT_ADDRESS_HEADER, from() ?? "0.0.0.0");
  return headers;
}

/** Hands a request to the library; its limits by address count as if it had come straight. */
export async function forward(
  { services, auth }: RouteContext,
  { path, search = "", method = "POST", headers, body }: Forwarded,
): Promise<Response> {
  const url = `${services.settings.baseUrl}/api/auth${path}${search}`;
  const response = await auth.handle(
    new Request(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
    }),
  );
  const retry = response.headers.get("x-retry-after");
  if (retry === null) return response;
  const limited = new Response(response.body, response);
  limited.headers.set("retry-after", retry);
  return limited;
}
