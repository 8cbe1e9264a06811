import type { TraceContext } from "./trace_context.ts";

/** A name or number of our own: never a text that somebody wrote. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** OTLP: what a span does in its trace. */
export type SpanKind = "internal" | "server" | "client";

/** A span as it is begun. */
export interface SpanStart {
  readonly kind?: SpanKind;
  readonly parent?: TraceContext | undefined;
  readonly link?: TraceContext | undefined;
  readonly attributes?: Attributes;
}

/** A span that has ended. */
export interface EndedSpan extends SpanStart {
  readonly name: string;
  readonly context: TraceContext;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** Why it failed; undefined if it did not. */
  readonly errorType: string | undefined;
}

/** What is under way, until it is ended. */
export interface Span {
  readonly context: TraceContext;
  end(result?: {
    readonly name?: string;
    readonly attributes?: Attributes;
    readonly errorType?: string | undefined;
  }): void;
}

/** Begins spans; those that are kept go to the exporter when they end. */
export class Tracer {
  readonly #randomBytes: (count: number) => Uint8Array;
  readonly #part: number;
  readonly #take: (span: EndedSpan) => void;

  /** @param part The part of the traces that begin here and are kept, 0 to 1. */
  constructor(
    randomBytes: (count: number) => Uint8Array,
    part: number,
    take: (span: EndedSpan) => void,
  ) {
    this.#randomBytes = randomBytes;
    this.#part = part;
    this.#take = take;
  }

  start(name: string, begun: SpanStart = {}): Span {
    const context = this.#contextFor(begun.parent);
    if (!context.isSampled) return { context, end() {} };
    const startMs = performance.timeOrigin + performance.now();
    return {
      context,
      end: ({ name: renamed, attributes, errorType } = {}) =>
        this.#take({
          ...begun,
          name: renamed ?? name,
          context,
          startMs,
          endMs: performance.timeOrigin + performance.now(),
          attributes: { ...begun.attributes, ...attributes },
          errorType,
        }),
    };
  }

  #contextFor(parent: TraceContext | undefined): TraceContext {
    const spanId = this.#randomBytes(8).toHex();
    if (parent) return { ...parent, spanId };
    const bytes = this.#randomBytes(16);
    const chance = ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) / 65_536;
    return { traceId: bytes.toHex(), spanId, isSampled: chance < this.#part };
  }
}
