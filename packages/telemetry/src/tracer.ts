import type { TraceContext } from "./trace_context.ts";

/** A name or number of our own, never text from a request. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** OTLP: the role of a span in its trace. */
export type SpanKind = "internal" | "server" | "client";

/** The common part of all spans of one sort, created once. */
export interface SpanShape {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes: Attributes;
}

/** The position of a span. */
export interface SpanPlace {
  readonly parent?: TraceContext | undefined;
  readonly link?: TraceContext | undefined;
}

/** The part of a span that is known only at its end. */
export interface SpanResult {
  readonly attributes?: Attributes;
  /** Why it failed; undefined if it did not. */
  readonly errorType?: string | undefined;
}

/** A span that has ended. */
export interface EndedSpan {
  readonly shape: SpanShape;
  readonly place: SpanPlace;
  readonly context: TraceContext;
  readonly startMs: number;
  readonly endMs: number;
  readonly result: SpanResult;
}

/** A piece of running work, until it is ended. */
export interface Span {
  readonly context: TraceContext;
  end(result?: SpanResult): void;
}

const TRACE_CHARS = 32;
const SPAN_CHARS = 16;
/** Random bytes fetched at once: each fetch costs more than a span. */
const POOL_BYTES = 2_048;

/** Starts spans; the kept ones go to the exporter when they end. */
export class Tracer {
  readonly #randomBytes: (count: number) => Uint8Array;
  readonly #part: number;
  readonly #take: (span: EndedSpan) => void;
  #pool = "";
  #used = 0;

  /** @param part The share of traces starting here that are kept, 0 to 1. */
  constructor(
    randomBytes: (count: number) => Uint8Array,
    part: number,
    take: (span: EndedSpan) => void,
  ) {
    this.#randomBytes = randomBytes;
    this.#part = part;
    this.#take = take;
  }

  start(shape: SpanShape, place: SpanPlace = {}): Span {
    const context = this.#contextFor(place.parent);
    if (!context.isSampled) return { context, end() {} };
    const startMs = performance.now();
    return {
      context,
      end: (result = {}) => {
        const { timeOrigin } = performance;
        this.#take({
          shape,
          place,
          context,
          startMs: timeOrigin + startMs,
          endMs: timeOrigin + performance.now(),
          result,
        });
      },
    };
  }

  /** The context of a span. An unsampled trace needs no ids for its spans. */
  #contextFor(parent: TraceContext | undefined): TraceContext {
    if (parent) {
      return parent.isSampled
        ? { ...parent, spanId: this.#hex(SPAN_CHARS) }
        : parent;
    }
    const traceId = this.#hex(TRACE_CHARS);
    const spanId = this.#hex(SPAN_CHARS);
    const chance = Number.parseInt(spanId.slice(0, 4), 16) / 65_536;
    return { traceId, spanId, isSampled: chance < this.#part };
  }

  #hex(chars: number): string {
    if (this.#used + chars > this.#pool.length) {
      this.#pool = this.#randomBytes(POOL_BYTES).toHex();
      this.#used = 0;
    }
    const from = this.#used;
    this.#used += chars;
    return this.#pool.slice(from, this.#used);
  }
}
