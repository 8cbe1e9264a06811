import { setImmediate } from "node:timers/promises";
import { LIMITS } from "./limits.ts";

/** Long work in slices: others have their turn between two of them. */
export class Pace {
  #since = performance.now();

  /** Lets others go first if this has had its slice of the event loop. */
  async turn(): Promise<void> {
    if (performance.now() - this.#since < LIMITS.sliceMs) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
