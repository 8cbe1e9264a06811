import { Family } from "../../packages/telemetry/src/metrics.ts";
import { readTraceparent } from "../../packages/telemetry/src/trace_context.ts";
import type {
  Span,
  SpanShape,
  Tracer,
} from "../../packages/telemetry/src/tracer.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Services } from "../core/pipeline/call.ts";
import { accessLog } from "./access_log.ts";
import { problemResponse } from "./problem.ts";
import { requestInfoOf } from "./request_info.ts";
import { setSpan } from "./request_spans.ts";

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const FAULT = 500;

/**
 * Answers a route's request, and counts, traces and logs it. Only the route of
 * its address is used, because paths and queries contain tokens.
 */
export type Observe = (
  request: Request,
  route: string,
  answer: () => Response | Promise<Response>,
) => Promise<Response>;

/** @param part The share of requests that are logged, from 0 to 1. */
export function requestObserver(services: Services, part: number): Observe {
  const { tracer, measures } = services;
  const tell = part === 0 ? undefined : accessLog(services, part);
  return async (request, route, answerOf) => {
    const method = METHODS.has(request.method) ? request.method : "_OTHER";
    const startedAt = performance.now();
    const span = tracer && requestSpan(tracer, request, { method, route });
    const answer = await answered(services, request, answerOf);
    const { status } = answer;
    const errorType = status >= FAULT ? String(status) : undefined;
    span?.end({
      attributes: { "http.response.status_code": status },
      errorType,
    });
    tell?.(request, { method, route, answer, startedAt });
    measures.requests
      .of(method, route, String(status), errorType ?? "")
      .observe((performance.now() - startedAt) / 1_000);
    return answer;
  };
}

const SHAPES = new Family<SpanShape>(
  ([method = "", route = ""]) => ({
    name: `${method} ${route}`,
    kind: "server",
    attributes: { "http.request.method": method, "http.route": route },
  }),
  LIMITS.metricSeriesMax,
);

/** A span until the answer begins; it continues the caller's trace. */
function requestSpan(
  tracer: Tracer,
  request: Request,
  { method, route }: { readonly method: string; readonly route: string },
): Span {
  const span = tracer.start(SHAPES.of(method, route), {
    parent: readTraceparent(request.headers.get("traceparent")),
  });
  setSpan(request, span);
  return span;
}

/** An error thrown by a handler is our fault, and is reported as one. */
async function answered(
  services: Services,
  request: Request,
  answerOf: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await answerOf();
  } catch (error) {
    return problemResponse(services, error, requestInfoOf(request));
  }
}
