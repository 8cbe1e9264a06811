import { LIMITS } from "../base/limits.ts";
import { told, toldWithin } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Operation } from "./operation.ts";
import type { Principal } from "./principal.ts";
import { counterOf } from "./rate.ts";

/** The running and the waiting reads of one account. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs a few long reads of an account at once and queues the rest, so that reads of other
 * accounts come in between.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();

  /** @throws rate_limited if too many of the account already wait */
  async run<T>(
    operation: Operation,
    principal: Principal,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = counterOf(principal);
    if (key === undefined) return await work();
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < LIMITS.longReadsAtOnce) line.running++;
    else await turnIn(line, operation);
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) this.#lines.delete(key);
    }
  }
}

function turnIn({ waiting }: Line, { title }: Operation): Promise<void> {
  const waitingMax = LIMITS.longReadsWaitingMax;
  if (waiting.length >= waitingMax) {
    throw new ServiceError("rate_limited", {
      detail: told`Cannot ${toldWithin(title)} now: ${waitingMax} calls from this account are already waiting. Try again in 1 second with fewer at once.`,
      extra: { retryAfter: 1, waitingMax },
    });
  }
  return new Promise((resolve) => void waiting.push(resolve));
}
