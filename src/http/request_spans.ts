import type { Span } from "../core/insight/tracer.ts";

const spans = new WeakMap<Request, Span>();

/** Remembers the span of a request for whoever handles it. */
export function setSpan(request: Request, span: Span): void {
  spans.set(request, span);
}

/** Where a request stands in its trace; undefined where traces are off. */
export function traceOf(request: Request): Span["context"] | undefined {
  return spans.get(request)?.context;
}
