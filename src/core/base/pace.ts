import { LIMITS } from "./limits.ts";

/**
 * Long work in slices: what waits has its turn between two of them. All long work of the
 * process shares one slice of each turn of the event loop, so that a turn is as long
 * however much of it there is.
 */
export class Pace {
  readonly #clock: () => number;
  readonly #waiting: (() => void)[] = [];
  /** When the first of it began in this turn of the loop. */
  #since: number | undefined;

  /** @param clock Milliseconds that only ever grow. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Lets others go first once this turn's slice is over. */
  async turn(): Promise<void> {
    const since = this.#since ?? this.#begin();
    if (this.#clock() - since >= LIMITS.sliceMs) await this.breathe();
  }

  /** Lets others go first: one that waits goes on in each turn, the first of them first. */
  breathe(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#goOn());
    });
  }

  #begin(): number {
    setImmediate(() => {
      this.#since = undefined;
    });
    const now = this.#clock();
    this.#since = now;
    return now;
  }

  #goOn(): void {
    const first = this.#waiting.shift();
    if (this.#waiting.length > 0) setImmediate(() => this.#goOn());
    this.#begin();
    first?.();
  }
}

/** That of all long work in this thread. */
export const pace: Pace = new Pace();

/**
 * Lets the event loop run what waits. Long work calls it now and then, so that one
 * request does not hold up the others.
 */
export function breathe(): Promise<void> {
  return pace.breathe();
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
