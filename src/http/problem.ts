/**
 * How is HTTP read and answered, whichever wire it is for? `request_info.ts` finds the token,
 * `read_text.ts` reads a body, `event_streams.ts` holds streams open, `access_log.ts` and
 * `observed_requests.ts` log and trace, `payment_headers.ts` takes a payment along,
 * `built_file.ts` finds the files of the executable.
 * @module
 */

import { WANTED_SIGNATURE } from "../../packages/standards/src/signature_base.ts";
import type { TraceContext } from "../../packages/telemetry/src/trace_context.ts";
import { USUAL_LANGUAGE } from "../core/base/words/languages.ts";
import { sayIn } from "../core/base/words/say_in.ts";
import type { Wire } from "../core/errors/error_row.ts";
import type { ServiceError } from "../core/errors/errors.ts";
import { problemOf, rowOf } from "../core/errors/errors.ts";
import { toServiceError } from "../core/errors/to_service_error.ts";
import { paymentRefusedIn, paymentRequiredIn } from "../core/payments/x402.ts";
import type { Services } from "../core/pipeline/call.ts";
import { preferredLanguage } from "./accepts.ts";
import { headerOf } from "./payment_headers.ts";
import type { RequestInfo } from "./request_info.ts";
import { pathOf, SVC_VERSION } from "./request_info.ts";
import { traceOf } from "./request_spans.ts";

/** The services that rendering needs: the public address, the log and the measures. */
export type Rendering = Pick<Services, "settings" | "log" | "measures">;

/** The caller's additions to a rendering: headers, and the wire if it is not REST. */
interface Answering {
  readonly headers?: Readonly<Record<string, string>>;
  readonly wire?: Wire;
}

/** Answers an error as application/problem+json (RFC 9457). */
export function problemResponse(
  rendering: Rendering,
  thrown: unknown,
  info: RequestInfo,
  { headers = {}, wire = "rest" }: Answering = {},
): Response {
  const { requestId } = info;
  const trace = traceOf(info.request);
  const error = serviceErrorOf(rendering, thrown, { requestId, wire, trace });
  const { baseUrl } = rendering.settings;
  const asked = info.request.headers.get("accept-language");
  const say = sayIn(
    wire === "rest" ? preferredLanguage(asked) : USUAL_LANGUAGE,
  );
  const problem = {
    ...problemOf(error, { baseUrl, requestId, wire, say }),
    instance: pathOf(info.request.url),
  };
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": requestId,
      "svc-version": SVC_VERSION,
      ...(say.language !== USUAL_LANGUAGE && {
        "content-language": say.language,
      }),
      ...errorHeaders(error, info),
      ...headers,
    },
  });
}

/** The request that failed. */
interface ProblemContext {
  readonly requestId: string;
  readonly wire: Wire;
  readonly trace?: TraceContext | undefined;
}

/** Turns anything thrown into a ServiceError; faults of the service are logged. */
export function serviceErrorOf(
  { log, measures }: Pick<Services, "log" | "measures">,
  thrown: unknown,
  { requestId, wire, trace }: ProblemContext,
): ServiceError {
  const error = toServiceError(thrown);
  measures.refusals.of(wire, error.code).add();
  if (rowOf(error).status >= 500) {
    const cause = error.cause ?? error;
    log.error(`${wire}.${error.code}`, cause, requestId, trace?.traceId);
  }
  return error;
}

/** The headers that an error's status requires (RFC 6750 section 3, RFC 9110). */
export function errorHeaders(
  error: ServiceError,
  { bearer }: Pick<RequestInfo, "bearer">,
  realm?: string,
): Record<string, string> {
  const challenge = (...params: readonly string[]) => {
    const all = realm === undefined ? params : [`realm="${realm}"`, ...params];
    return { "www-authenticate": `Bearer ${all.join(", ")}`.trimEnd() };
  };
  switch (rowOf(error).status) {
    case 401:
      if (error.code === "signature_invalid")
        return { "accept-signature": WANTED_SIGNATURE };
      return challenge(...(bearer ? ['error="invalid_token"'] : []));
    case 402:
      return paymentHeaders(error);
    case 403:
      return error.code === "insufficient_scope"
        ? challenge(
            'error="insufficient_scope"',
            `scope="${error.extra.scope ?? ""}"`,
          )
        : {};
    case 408:
      return { connection: "close" };
    case 429:
      return rateHeaders(error);
    case 503:
      return { "retry-after": "1" };
    case 507:
      return { "retry-after": String(FULL_RETRY_SECONDS) };
    default:
      return error.code === "idempotency_in_flight"
        ? { "retry-after": "1" }
        : {};
  }
}

/** The header that tells an x402 v2 client which payment is missing. */
function paymentHeaders({ extra }: ServiceError): Record<string, string> {
  const required = paymentRequiredIn(extra);
  if (!required) return {};
  const refused = paymentRefusedIn(extra);
  return {
    "payment-required": headerOf(required),
    ...(refused && { "payment-response": headerOf(refused) }),
  };
}

const STREAM_RETRY_SECONDS = 5;
/** Somebody must free space first. */
const FULL_RETRY_SECONDS = 60;

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
