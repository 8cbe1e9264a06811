/** What is done again and again. */
export interface LoopOptions {
  readonly everyMs: number;
  /** One pass; the signal ends it early: what was begun is finished. */
  pass(signal: AbortSignal): Promise<unknown>;
  /** Hears of a pass that failed; the next one comes all the same. */
  failed(error: unknown): void;
}

/** Does a pass now and then, one at a time, for as long as the service runs. */
export class Loop {
  readonly #options: LoopOptions;
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** Does a pass at once, and then one in each interval. */
  start(): void {
    if (this.#timer || this.#ending.signal.aborted) return;
    this.#timer = setInterval(() => this.#pass(), this.#options.everyMs);
    // The service is kept alive by what it serves, not by what it waits for.
    this.#timer.unref();
    this.#pass();
  }

  /** Begins nothing more, for good, and lets finish what runs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#running;
  }

  #pass(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    try {
      await this.#options.pass(this.#ending.signal);
    } catch (error) {
      this.#options.failed(error);
    }
  }
}
