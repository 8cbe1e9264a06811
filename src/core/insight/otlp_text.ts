import type { Attributes, EndedSpan, SpanShape } from "./tracer.ts";

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const FAILED = '"status":{"code":2}';
const FINE = '"status":{}';

/** The origin of the spans. */
interface Origin {
  readonly serviceName: string;
  readonly version: string;
}

/**
 * ExportTraceServiceRequest of OTLP 1 as JSON, joined from texts: building its objects first
 * takes three times as long, and there are several for each request.
 */
export function spansText(
  spans: readonly EndedSpan[],
  { serviceName, version }: Origin,
): string {
  const resource = attributesText({
    "service.name": serviceName,
    "service.version": version,
  }).slice(1);
  const scope = `{"name":"inbox","version":${JSON.stringify(version)}}`;
  return `{"resourceSpans":[{"resource":{"attributes":[${resource}]},"scopeSpans":[{"scope":${scope},"spans":[${spans.map(spanText).join(",")}]}]}]}`;
}

function spanText({ shape, place, context, ...span }: EndedSpan): string {
  const { parent, link } = place;
  const { errorType, attributes } = span.result;
  const above = parent ? `"parentSpanId":"${parent.spanId}",` : "";
  const links = link
    ? `"links":[{"traceId":"${link.traceId}","spanId":"${link.spanId}"}],`
    : "";
  const failed =
    errorType === undefined ? undefined : { "error.type": errorType };
  const more = `${attributesText(attributes)}${attributesText(failed)}`;
  const status = errorType === undefined ? FINE : FAILED;
  const { head, own } = shapeText(shape);
  const listed = own === "" ? more.slice(1) : own + more;
  return `{"traceId":"${context.traceId}","spanId":"${context.spanId}",${above}${links}"startTimeUnixNano":"${nanos(span.startMs)}","endTimeUnixNano":"${nanos(span.endMs)}",${head},${status},"attributes":[${listed}]}`;
}

interface ShapeText {
  /** Name and kind. */
  readonly head: string;
  /** Attributes, without a comma before the first. */
  readonly own: string;
}

const shapeTexts = new WeakMap<SpanShape, ShapeText>();

function shapeText(shape: SpanShape): ShapeText {
  const known = shapeTexts.get(shape);
  if (known) return known;
  const { name, kind = "internal", attributes } = shape;
  const head = `"name":${JSON.stringify(name)},"kind":${KINDS[kind]}`;
  const text = { head, own: attributesText(attributes).slice(1) };
  shapeTexts.set(shape, text);
  return text;
}

/** A text, as in OTLP's JSON, because a number cannot hold it exactly. */
function nanos(ms: number): string {
  // In two halves: formatting a number of this size takes ten times as long.
  const seconds = Math.floor(ms / 1_000);
  const micros = Math.floor((ms - seconds * 1_000) * 1_000);
  return `${seconds}${String(micros).padStart(6, "0")}000`;
}

/** A comma before each. */
function attributesText(attributes: Attributes | undefined): string {
  let text = "";
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined) continue;
    const told =
      typeof value === "number"
        ? `"intValue":"${value}"`
        : `"stringValue":${JSON.stringify(value)}`;
    text += `,{"key":"${key}","value":{${told}}}`;
  }
  return text;
}
