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
  #hasGoneOn = false;
  #turns = 0;

  /** @param clock Milliseconds that only ever grow. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Lets others go first once this turn's slice is over. */
  async turn(): Promise<void> {
    if (this.#since === undefined) this.#begin();
    if (this.#isOver()) await this.breathe();
  }

  /** Lets others go first. Waiting work goes on in later turns, in order of arrival. */
  breathe(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#inNextTurn(() => this.#goOn());
    });
  }

  /** One goes on in each turn, whatever else it had, and more while the slice is not over. */
  #goOn(): void {
    if (!this.#hasGoneOn) {
      this.#begin();
      this.#hasGoneOn = true;
    } else if (this.#isOver()) {
      this.#inNextTurn(() => this.#goOn());
      return;
    }
    this.#waiting.shift()?.();
  }

  #begin(): void {
    this.#since = this.#clock();
    this.#inNextTurn(() => {});
  }

  /** The first to run of all that one turn has asked for begins the next turn. */
  #inNextTurn(work: () => void): void {
    const turn = this.#turns;
    setImmediate(() => {
      if (this.#turns === turn) {
        this.#turns += 1;
        this.#since = undefined;
        this.#hasGoneOn = false;
      }
      work();
    });
  }

  #isOver(): boolean {
    return this.#clock() - (this.#since ?? 0) >= LIMITS.sliceMs;
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
