import { spansText } from "./otlp_text.ts";
import type { EndedSpan } from "./tracer.ts";

/** The destination of spans. */
export interface OtlpOptions {
  /** The whole address, such as `http://localhost:4318/v1/traces`. */
  readonly url: string;
  /** Headers of each request; may contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  /** Notified of a failure. */
  readonly failed: (error: unknown) => void;
  /** Notified of dropped spans: too many wait, or they were not accepted. */
  readonly dropped: (count: number) => void;
  readonly bounds: SpanBounds;
}

/** How many spans wait, and for how long. */
interface SpanBounds {
  readonly waitingMax: number;
  /** Sent soon when so many wait. */
  readonly atOnce: number;
  readonly passMs: number;
  readonly sendMs: number;
}

/**
 * Sends ended spans to a collector (OTLP/HTTP with JSON), some at a time. Nothing waits for
 * it: spans that do not fit its queue, or are not accepted, are dropped.
 */
export class OtlpExporter {
  readonly #options: OtlpOptions;
  #queue: EndedSpan[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** One request at a time: the next spans stay in the limited queue. */
  #sending: Promise<void> | undefined;

  constructor(options: OtlpOptions) {
    this.#options = options;
  }

  take(span: EndedSpan): void {
    if (this.#queue.length >= this.#options.bounds.waitingMax) {
      this.#options.dropped(1);
      return;
    }
    this.#queue.push(span);
    this.#schedule();
  }

  /** Sends what waits now. */
  async flush(): Promise<void> {
    // The first may have been running before.
    await this.#pass();
    await this.#pass();
  }

  /** Soon if many wait, otherwise after a while. */
  #schedule(): void {
    if (this.#sending) return;
    const { bounds } = this.#options;
    if (this.#queue.length >= bounds.atOnce) {
      void this.#pass();
    } else if (this.#queue.length > 0 && !this.#timer) {
      this.#timer = setTimeout(() => void this.#pass(), bounds.passMs);
      this.#timer.unref();
    }
  }

  #pass(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending) return this.#sending;
    if (this.#queue.length === 0) return Promise.resolve();
    const spans = this.#queue;
    this.#queue = [];
    this.#sending = this.#send(spans).finally(() => {
      this.#sending = undefined;
      this.#schedule();
    });
    return this.#sending;
  }

  async #send(spans: readonly EndedSpan[]): Promise<void> {
    const { url, headers, failed, dropped, bounds } = this.#options;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: spansText(spans, this.#options),
        signal: AbortSignal.timeout(bounds.sendMs),
        redirect: "error",
      });
      await response.body?.cancel();
      if (response.ok) return;
      throw new Error(`The collector answered ${response.status}`);
    } catch (error) {
      dropped(spans.length);
      failed(error);
    }
  }
}
