/** A repeated pass. */
export interface LoopOptions {
  readonly everyMs: number;
  /** One pass; on the signal it finishes what it has started and stops. */
  pass(signal: AbortSignal): Promise<unknown>;
  /** Resolves once all work that passes started without waiting is done. */
  idle?(): Promise<void>;
  /** Called when a pass fails; the next pass still runs. */
  failed(error: unknown): void;
}

/** Runs a pass at intervals, one at a time, as long as the service runs. */
export class Loop {
  readonly #options: LoopOptions;
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** The same loop with something around each pass. */
  within(
    around: (
      signal: AbortSignal,
      pass: LoopOptions["pass"],
    ) => Promise<unknown>,
  ): Loop {
    const { pass } = this.#options;
    return new Loop({
      ...this.#options,
      pass: (signal) => around(signal, pass),
    });
  }

  /** Runs a pass at once, and then one per interval. */
  start(): void {
    if (this.#timer || this.#ending.signal.aborted) return;
    this.#timer = setInterval(() => this.#pass(), this.#options.everyMs);
    // The timer must not keep the process alive.
    this.#timer.unref();
    this.#pass();
  }

  /** Starts no more passes, and waits for the running one and the work that passes started. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#running;
    await this.#options.idle?.();
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
