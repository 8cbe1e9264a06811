import type { Span } from "../../packages/telemetry/src/tracer.ts";

const spans = new WeakMap<Request, Span>();

/** Stores the span of a request for its handler. */
export function setSpan(request: Request, span: Span): void {
  spans.set(request, span);
}

/** The request's trace context; undefined if traces are off. */
export function traceOf(request: Request): Span["context"] | undefined {
  return spans.get(request)?.context;
}
