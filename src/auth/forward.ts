import type { CompanyLibrary } from "../../packages/standards/src/company.ts";
import { CLIENT_ADDRESS_HEADER } from "../core/identity/sign_in/auth_headers.ts";
import type { From, RouteContext } from "../pages/route.ts";

/** A request as passed to the library. */
export interface Forwarded {
  /** Below `/api/auth`. */
  readonly path: string;
  readonly search?: string;
  readonly method?: "GET" | "POST";
  readonly headers: Headers;
  readonly body?: string;
  /** The library of a company's sign-in, instead of the service's own. */
  readonly library?: Pick<CompanyLibrary, "handler">;
}

/** Headers of a caller that the library may see; with a cookie only where intended. */
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

/** The caller's headers, with the network address that we saw and nobody can forge. */
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

/** Passes a request to the library; its limits per address count as for a direct request. */
export async function forward(
  { services, auth }: RouteContext,
  { path, search = "", method = "POST", headers, body, library }: Forwarded,
): Promise<Response> {
  const url = `${services.settings.baseUrl}/api/auth${path}${search}`;
  const request = new Request(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const response = await (library
    ? library.handler(request)
    : auth.handle(request));
  const retry = response.headers.get("x-retry-after");
  if (retry === null) return response;
  const limited = new Response(response.body, response);
  limited.headers.set("retry-after", retry);
  return limited;
}
