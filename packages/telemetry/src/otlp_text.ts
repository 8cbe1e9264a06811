import type { Attributes, EndedSpan } from "./tracer.ts";

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const FAILED = { code: 2 };

/** The origin of the spans. */
interface Origin {
  readonly serviceName: string;
  readonly version: string;
}

/** ExportTraceServiceRequest of OTLP 1 as JSON. */
export function spansText(
  spans: readonly EndedSpan[],
  { serviceName, version }: Origin,
): string {
  const attributes = attributesOf({
    "service.name": serviceName,
    "service.version": version,
  });
  const scope = { name: "inbox", version };
  const scopeSpans = [{ scope, spans: spans.map(spanOf) }];
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes }, scopeSpans }],
  });
}

function spanOf({ shape, place, context, result, ...span }: EndedSpan): object {
  const { parent, link } = place;
  const { errorType, attributes } = result;
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    parentSpanId: parent?.spanId,
    links: link && [{ traceId: link.traceId, spanId: link.spanId }],
    startTimeUnixNano: nanos(span.startMs),
    endTimeUnixNano: nanos(span.endMs),
    name: shape.name,
    kind: KINDS[shape.kind ?? "internal"],
    status: errorType === undefined ? {} : FAILED,
    attributes: attributesOf({
      ...shape.attributes,
      ...attributes,
      "error.type": errorType,
    }),
  };
}

/** A text, as in OTLP's JSON, because a number cannot hold it exactly. */
function nanos(ms: number): string {
  return `${Math.floor(ms * 1_000)}000`;
}

function attributesOf(attributes: Attributes): readonly object[] {
  return Object.entries(attributes)
    .filter(([, it]) => it !== undefined)
    .map(([key, it]) => ({
      key,
      value:
        typeof it === "number" ? { intValue: `${it}` } : { stringValue: it },
    }));
}
