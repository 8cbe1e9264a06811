import type { ClockDoubt, Core, Log } from "../access/context.ts";
import { newestSignedAt } from "../audit/checkpoint_view.ts";
import { LIMITS } from "../base/limits.ts";
import { clockStore } from "./clock_store.ts";

/** A moment by the clock, and by one that nobody can set. Both in milliseconds. */
interface Moment {
  readonly clock: number;
  readonly steady: number;
}

/** Says that a pass is to end: what was begun is finished. */
export type Until = Pick<AbortSignal, "aborted">;

type Watched = Pick<Core, "db" | "clock"> & { readonly log: Log };

/**
 * Watches the clock for a jump ahead: a wrong one would end holds and forget sessions
 * for good (docs/time.md). It compares the clock with a steady one, and at the start
 * with the newest signed audit head.
 */
export class ClockWatch {
  readonly #services: Watched;
  readonly #steady: () => number;
  /** When the clock was last right. */
  #right: Moment;
  /** When it was first found ahead. */
  #ahead: Moment | undefined;

  private constructor(services: Watched, steady: () => number, right: Moment) {
    this.#services = services;
    this.#steady = steady;
    this.#right = right;
  }

  /** @param steady Milliseconds that only ever grow, and at an even pace. */
  static async open(
    services: Watched,
    steady: () => number = () => performance.now(),
  ): Promise<ClockWatch> {
    const now = { clock: services.clock(), steady: steady() };
    const signedAt = await newestSignedAt(services.db);
    // A service may have been down for a while without anything being wrong.
    const right =
      signedAt === undefined
        ? now
        : { clock: signedAt, steady: now.steady - LIMITS.clockSilenceMs };
    const watch = new ClockWatch(services, steady, right);
    watch.look();
    return watch;
  }

  /** Does a pass if the clock is trusted, and for as long as it is. */
  async whileTrusted(
    signal: Until,
    pass: (until: Until) => Promise<unknown>,
  ): Promise<void> {
    if (!(await this.isTrusted())) return;
    const isOver = () => signal.aborted || !this.look();
    await pass({
      get aborted() {
        return isOver();
      },
    });
  }

  /** Looks, and takes an operator's word into account. True if what time ends may end. */
  async isTrusted(): Promise<boolean> {
    this.look();
    if (!this.#ahead) return true;
    const word = await clockStore(this.#services.db).word();
    if (word === undefined || word < this.#ahead.clock) return false;
    this.#trust(this.#now(), "clock.operator_trusts");
    return true;
  }

  /** Nothing if the clock is trusted, as far as the last look knows. */
  doubt(): ClockDoubt | undefined {
    if (!this.#ahead) return undefined;
    const now = this.#now();
    return { aheadMs: this.#aheadBy(now), waitsMs: this.#waits(now) };
  }

  /** Compares the clocks. True if the clock is trusted. */
  look(): boolean {
    const now = this.#now();
    const aheadMs = this.#aheadBy(now);
    if (aheadMs <= LIMITS.clockAheadMs) this.#trust(now, "clock.right_again");
    else if (!this.#ahead) this.#doubt(now, aheadMs);
    else if (this.#waits(now) === 0) this.#trust(now, "clock.grace_over");
    return this.#ahead === undefined;
  }

  #now(): Moment {
    return { clock: this.#services.clock(), steady: this.#steady() };
  }

  #aheadBy({ clock, steady }: Moment): number {
    return clock - this.#right.clock - (steady - this.#right.steady);
  }

  #waits({ steady }: Moment): number {
    const since = this.#ahead?.steady ?? steady;
    return Math.max(0, since + LIMITS.clockGraceMs - steady);
  }

  #doubt(now: Moment, aheadMs: number): void {
    this.#ahead = now;
    this.#services.log.info("clock.ahead", {
      aheadSeconds: Math.round(aheadMs / 1_000),
      waitsSeconds: LIMITS.clockGraceMs / 1_000,
    });
  }

  #trust(now: Moment, why: string): void {
    if (this.#ahead) this.#services.log.info(why);
    this.#ahead = undefined;
    this.#right = now;
  }
}
