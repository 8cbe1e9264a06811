import { LIMITS } from "./limits.ts";

/**
 * Long work in slices: waiting work gets its turn in between. All long work of the process
 * shares one slice per turn of the event loop, so a turn is equally long however much there
 * is.
 */
export class Pace {
  readonly #clock: () => number;
  readonly #waiting: (() => void)[] = [];
  /** When the first of it started in this turn of the loop. */
  #since: number | undefined;
  #hasGoneOn = false;
  #turns = 0;

  /** @param clock Milliseconds that only grow. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Yields once this turn's slice is used up. */
  async turn(): Promise<void> {
    if (this.#since === undefined) this.#begin();
    if (this.#isOver()) await this.breathe();
  }

  /** Yields. Waiting work continues in later turns, in order of arrival. */
  breathe(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#inNextTurn(() => this.#goOn());
    });
  }

  /** One continues in each turn, and more until the slice is used up. */
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

  /** The first work requested in a turn runs at the start of the next. */
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

/** The pace of all long work in this thread. */
export const pace: Pace = new Pace();

/**
 * Lets the event loop run waiting work. Long work calls it now and then, so one request does
 * not delay others.
 */
export function breathe(): Promise<void> {
  return pace.breathe();
}

let forNextTurn: (() => void)[] = [];

/**
 * Runs some work in the next turn of the event loop, together with the rest of one turn: for
 * things most calls no longer need by then, such as a deadline. The work must not throw.
 */
export function inNextTurn(work: () => void): void {
  if (forNextTurn.push(work) > 1) return;
  setImmediate(() => {
    const all = forNextTurn;
    forNextTurn = [];
    for (const it of all) it();
  });
}
