import { problemOf, rowOf, ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { RequestInfo } from "./request_info.ts";
import { pathOf, SVC_VERSION } from "./request_info.ts";

/** Answers an error as application/problem+json (RFC 9457). */
export function problemResponse(
  services: Pick<Services, "settings" | "log">,
  thrown: unknown,
  info: RequestInfo,
  more: Readonly<Record<string, string>> = {},
): Response {
  const error = serviceErrorOf(services, thrown, info.requestId);
  const { baseUrl } = services.settings;
  const problem = {
    ...problemOf(error, { baseUrl, requestId: info.requestId }),
    instance: pathOf(info.request.url),
  };
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": info.requestId,
      "svc-version": SVC_VERSION,
      ...headersOf(error, info),
      ...more,
    },
  });
}

/** What is not a ServiceError is logged and shown without its internals. */
function serviceErrorOf(
  { log }: Pick<Services, "log">,
  thrown: unknown,
  requestId: string,
): ServiceError {
  const error =
    thrown instanceof ServiceError
      ? thrown
      : new ServiceError("internal", { cause: thrown });
  if (rowOf(error).status >= 500) {
    log.error(`rest.${error.code}`, error.cause ?? error, requestId);
  }
  return error;
}

/** The headers that an error's status asks for (RFC 6750 section 3, RFC 9110). */
function headersOf(
  error: ServiceError,
  info: RequestInfo,
): Record<string, string> {
  switch (rowOf(error).status) {
    case 401:
      return {
        "www-authenticate": info.bearer
          ? 'Bearer error="invalid_token"'
          : "Bearer",
      };
    case 403:
      return error.code === "insufficient_scope"
        ? {
            "www-authenticate": `Bearer error="insufficient_scope", scope="${error.extra.scope}"`,
          }
        : {};
    case 429:
      return rateHeaders(error);
    case 503:
      return { "retry-after": "1" };
    default:
      return error.code === "idempotency_in_flight"
        ? { "retry-after": "1" }
        : {};
  }
}

const STREAM_RETRY_SECONDS = 5;

/** RFC 6585 section 4, and the fields of draft-ietf-httpapi-ratelimit-headers. */
function rateHeaders({ extra }: ServiceError): Record<string, string> {
  const { retryAfter = STREAM_RETRY_SECONDS } = extra;
  const headers = { "retry-after": String(retryAfter) };
  const { rate } = extra as { rate?: Readonly<Record<string, unknown>> };
  if (!rate) return headers;
  return {
    ...headers,
    "ratelimit-policy": `"${rate.class}";q=${rate.max};w=${rate.windowSeconds}`,
    ratelimit: `"${rate.class}";r=0;t=${retryAfter}`,
  };
}
