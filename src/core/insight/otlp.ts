import type { Log } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import type { Attributes, EndedSpan } from "./tracer.ts";

/** Where spans go. */
export interface OtlpOptions {
  /** The whole address, such as `http://localhost:4318/v1/traces`. */
  readonly url: string;
  /** Headers of each request; they may hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  readonly log: Pick<Log, "error">;
  /** Hears of spans that were left out, because too many wait or none was taken. */
  readonly dropped: (count: number) => void;
}

/**
 * Sends ended spans to a collector (OTLP/HTTP with JSON), some at a time. Nothing waits
 * for it: what does not fit into its queue, or is not taken, is dropped.
 */
export class OtlpExporter {
  readonly #options: OtlpOptions;
  #queue: EndedSpan[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(options: OtlpOptions) {
    this.#options = options;
  }

  take(span: EndedSpan): void {
    if (this.#queue.length >= LIMITS.spansWaitingMax) {
      this.#options.dropped(1);
      return;
    }
    this.#queue.push(span);
    if (this.#timer) return;
    this.#timer = setTimeout(() => void this.flush(), LIMITS.spanPassMs);
    this.#timer.unref();
  }

  /** Sends what waits; one request at a time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const spans = this.#queue;
    this.#queue = [];
    if (spans.length > 0) {
      this.#sending = this.#sending.then(() => this.#send(spans));
    }
    return this.#sending;
  }

  async #send(spans: readonly EndedSpan[]): Promise<void> {
    const { url, headers, log, dropped } = this.#options;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(this.#request(spans)),
        signal: AbortSignal.timeout(LIMITS.spanSendMs),
        redirect: "error",
      });
      await response.body?.cancel();
      if (response.ok) return;
      throw new Error(`The collector answered ${response.status}`);
    } catch (error) {
      dropped(spans.length);
      log.error("traces.not_sent", error);
    }
  }

  /** ExportTraceServiceRequest of OTLP 1. */
  #request(spans: readonly EndedSpan[]) {
    const { serviceName, version } = this.#options;
    const resource = {
      "service.name": serviceName,
      "service.version": version,
    };
    return {
      resourceSpans: [
        {
          resource: { attributes: attributesOf(resource) },
          scopeSpans: [
            { scope: { name: "inbox", version }, spans: spans.map(spanOf) },
          ],
        },
      ],
    };
  }
}

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const ERROR = 2;

function spanOf(span: EndedSpan) {
  const { context, parent, link, kind = "internal", errorType } = span;
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    name: span.name,
    kind: KINDS[kind],
    startTimeUnixNano: nanos(span.startMs),
    endTimeUnixNano: nanos(span.endMs),
    attributes: attributesOf({ ...span.attributes, "error.type": errorType }),
    ...(link && {
      links: [{ traceId: link.traceId, spanId: link.spanId }],
    }),
    status: errorType === undefined ? {} : { code: ERROR },
  };
}

/** Beyond what a number holds exactly: a text, as OTLP has it in JSON. */
function nanos(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const told =
      typeof value === "number"
        ? { intValue: String(value) }
        : { stringValue: value };
    return [{ key, value: told }];
  });
}
