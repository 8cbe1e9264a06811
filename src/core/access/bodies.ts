import { LIMITS } from "../base/limits.ts";
import { told, toldMany } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { SlidingWindow } from "./sliding_window.ts";

/** Bytes per unit of the body rate. */
const UNIT_BYTES = 64 * 1024;

/** The large bodies of one caller that are in memory. */
interface Held {
  bytes: number;
  count: number;
}

interface Waiter {
  readonly caller: string;
  readonly bytes: number;
  readonly isFirst: boolean;
  readonly go: () => void;
}

/** The room of one body, released at its end. */
export interface BodyPass {
  /**
   * Waits for room for this many bytes of a large body; nothing of it is read meanwhile.
   * @throws unavailable if there is none in time
   */
  hold(bytes: number): Promise<void>;
  /** Releases the room before the answer: for a call that waits long. */
  letGo(): void;
  /** Accepts the body: it only counts as a call. */
  accepted(): void;
}

/**
 * Limits the cost of bodies before they are parsed. Refused bodies are counted per caller.
 * Large bodies need room for their bytes, per caller and in total, from before they are read
 * until they are answered.
 */
export class Bodies {
  readonly #clock: () => number;
  readonly #refused: SlidingWindow | undefined;
  readonly #held = new Map<string, Held>();
  #heldBytes = 0;
  #waiting: Waiter[] = [];

  /** @param isCounted False allows any number of refused bodies: for measurements. */
  constructor(clock: () => number, isCounted = true) {
    this.#clock = clock;
    if (!isCounted) return;
    this.#refused = new SlidingWindow(LIMITS.refusedBodiesPerMinuteMax);
  }

  /**
   * Runs the work that reads a body.
   * @param caller An account, or the network address of an unknown caller.
   * @throws rate_limited while too many of the caller's bodies were refused
   */
  async run<T>(
    caller: string,
    work: (pass: BodyPass) => Promise<T>,
  ): Promise<T> {
    this.#charge(caller);
    let units = 1;
    let held = 0;
    const letGo = () => {
      if (held > 0) this.#letGo(caller, held);
      held = 0;
    };
    try {
      return await work({
        letGo,
        hold: async (bytes) => {
          await this.#hold({ caller, bytes, isFirst: held === 0 });
          const more = Math.floor(bytes / UNIT_BYTES);
          this.#refused?.add(caller, this.#clock(), more);
          units += more;
          held += bytes;
        },
        accepted: () => {
          this.#refused?.add(caller, this.#clock(), -units);
          units = 0;
        },
      });
    } finally {
      letGo();
    }
  }

  #charge(caller: string): void {
    const waitMs = this.#refused?.take(caller, this.#clock()) ?? 0;
    if (waitMs <= 0) return;
    const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
    throw new ServiceError("rate_limited", {
      detail: told`Cannot read the body now: too many of your requests were refused. Try again in ${toldMany(retryAfter)`# second|# seconds`}.`,
      extra: { retryAfter },
    });
  }

  async #hold(asked: Omit<Waiter, "go">): Promise<void> {
    if (this.#fits(asked)) return this.#take(asked);
    const own = this.#waiting.filter((it) => it.caller === asked.caller);
    if (own.length >= LIMITS.bodiesWaitingMax) throw noRoom();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { ...asked, go: resolve };
    this.#waiting.push(waiter);
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((it) => it !== waiter);
      reject(noRoom());
    }, LIMITS.bodyWaitMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** One body always fits, however large. */
  #fits({ caller, bytes, isFirst }: Omit<Waiter, "go">): boolean {
    const own = this.#held.get(caller) ?? { bytes: 0, count: 0 };
    if (isFirst && own.count >= LIMITS.bodiesAtOncePerAccount) return false;
    return (
      (own.bytes === 0 ||
        own.bytes + bytes <= LIMITS.bodyBytesAtOncePerAccount) &&
      (this.#heldBytes === 0 ||
        this.#heldBytes + bytes <= LIMITS.bodyBytesAtOnceMax)
    );
  }

  #take({ caller, bytes, isFirst }: Omit<Waiter, "go">): void {
    const own = this.#held.get(caller) ?? { bytes: 0, count: 0 };
    this.#held.set(caller, own);
    own.bytes += bytes;
    own.count += isFirst ? 1 : 0;
    this.#heldBytes += bytes;
  }

  #letGo(caller: string, bytes: number): void {
    const own = this.#held.get(caller);
    if (own) {
      own.bytes -= bytes;
      own.count -= 1;
      if (own.count === 0) this.#held.delete(caller);
    }
    this.#heldBytes -= bytes;
    this.#waiting = this.#waiting.filter((it) => {
      if (!this.#fits(it)) return true;
      this.#take(it);
      it.go();
      return false;
    });
  }
}

function noRoom(): ServiceError {
  return new ServiceError("unavailable", {
    detail: told`Cannot read the body now: too many large uploads are in progress. Try again in a second.`,
  });
}
