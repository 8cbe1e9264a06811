import { LIMITS } from "../base/limits.ts";

const WHOLE = 100;

/** Limits long work to a share of a core: it rests after each piece. */
export class Share {
  readonly #percent: number;
  #since = performance.now();

  /** @param percent Of one core; 100 never rests. */
  constructor(percent: number) {
    this.#percent = percent;
  }

  /** Rests in proportion to the last piece of work. */
  async rest(): Promise<void> {
    const workedMs = performance.now() - this.#since;
    const restMs = workedMs * (WHOLE / this.#percent - 1);
    if (restMs >= 1) await Bun.sleep(Math.min(restMs, LIMITS.verifyRestMaxMs));
    this.#since = performance.now();
  }
}
