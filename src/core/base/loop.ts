/** A pass that is repeated. */
export interface LoopOptions {
  readonly everyMs: number;
  /** One pass; on the signal it finishes what it has begun and stops. */
  pass(signal: AbortSignal): Promise<unknown>;
  /** Resolves once nothing is under way that a pass began and did not wait for. */
  idle?(): Promise<void>;
  /** Called when a pass fails; the next pass still runs. */
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

  /** Does a pass at once, and then one in each interval. */
  start(): void {
    if (this.#timer || this.#ending.signal.aborted) return;
    this.#timer = setInterval(() => this.#pass(), this.#options.everyMs);
    // The timer must not keep the process alive.
    this.#timer.unref();
    this.#pass();
  }

  /** Starts no further pass, and waits for the running one and what passes have begun. */
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
