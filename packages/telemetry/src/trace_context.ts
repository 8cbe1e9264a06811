/** A span's position in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  /** Whether the trace's origin wants it kept. */
  readonly isSampled: boolean;
}

const FORM =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])(?:$|-)/;
const CHARS_MAX = 100;

/** Parses a `traceparent`; undefined if it is not well-formed (section 3.2). */
export function readTraceparent(text: unknown): TraceContext | undefined {
  if (typeof text !== "string" || text.length > CHARS_MAX) return undefined;
  const [, traceId, spanId, flags] = FORM.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const isSampled = (Number.parseInt(flags ?? "0", 16) & 1) === 1;
  return { traceId, spanId, isSampled };
}
