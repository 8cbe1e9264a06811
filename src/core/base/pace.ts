import { setImmediate as turned } from "node:timers/promises";
import { LIMITS } from "./limits.ts";

/**
 * Lets the event loop run what waits. Long work calls it now and then, so that one
 * request does not hold up the others.
 */
export function breathe(): Promise<void> {
  return turned();
}

let forNextTurn: (() => void)[] = [];

/**
 * Does some work in the next turn of the event loop, that of one turn together: for what
 * most have no need of by then, such as a deadline. The work must not throw.
 */
export function inNextTurn(work: () => void): void {
  if (forNextTurn.push(work) > 1) return;
  setImmediate(() => {
    const all = forNextTurn;
    forNextTurn = [];
    for (const it of all) it();
  });
}

/** Long work in slices: others have their turn between two of them. */
export class Pace {
  readonly #clock: () => number;
  #since: number;

  /** @param clock Milliseconds that only ever grow. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#since = clock();
  }

  /** Lets others go first if this has had its slice of the event loop. */
  async turn(): Promise<void> {
    if (this.#clock() - this.#since < LIMITS.sliceMs) return;
    await breathe();
    this.#since = this.#clock();
  }
}
