import type { KeptDoubt } from "../access/clock_store.ts";
import { clockStore } from "../access/clock_store.ts";
import type { ClockDoubt, Core } from "../access/context.ts";
import { logStore } from "../audit/log/log_store.ts";
import { LIMITS } from "../base/limits.ts";
import type { Log } from "../insight/log.ts";

/** A moment by the clock, and by a monotonic one. Both in milliseconds. */
interface Moment {
  readonly clock: number;
  readonly steady: number;
}

/** Signals the end of a pass; started work is finished. */
export type Until = Pick<AbortSignal, "aborted">;

type Watched = Pick<Core, "db" | "clock"> & { readonly log: Log };

/**
 * Watches for a clock that runs ahead, in one jump or in steps: it would end holds and delete
 * sessions for good (docs/time.md). It compares the clock with a monotonic one, and at the
 * start with the newest signed audit head, the operator's confirmation, or a stored doubt.
 */
export class ClockWatch {
  readonly #services: Watched;
  readonly #steady: () => number;
  /** When the clock was right; allowed drift is subtracted. */
  #right: Moment;
  /** When it was first found ahead. */
  #ahead: Moment | undefined;
  /** Whether the database may have a doubt. */
  #isKept: boolean;

  private constructor(
    services: Watched,
    steady: () => number,
    start: { readonly right: Moment; readonly isKept: boolean },
  ) {
    this.#services = services;
    this.#steady = steady;
    this.#right = start.right;
    this.#isKept = start.isKept;
  }

  /** @param steady Milliseconds that only grow, at an even pace. */
  static async open(
    services: Watched,
    steady: () => number = () => performance.now(),
  ): Promise<ClockWatch> {
    const now = { clock: services.clock(), steady: steady() };
    const kept = await clockStore(services.db).doubt();
    const right = await rightAtStart(services.db, kept, now);
    const watch = new ClockWatch(services, steady, {
      right,
      isKept: kept !== undefined,
    });
    watch.look();
    await watch.#keep();
    return watch;
  }

  /** Runs a pass if and as long as the clock is trusted. */
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

  /** Checks, taking the operator's confirmation into account. True if expiries may run. */
  async isTrusted(): Promise<boolean> {
    this.look();
    if (this.#ahead) {
      const word = await clockStore(this.#services.db).word();
      if (word !== undefined && word >= this.#ahead.clock) {
        this.#trust(this.#now(), "clock.operator_trusts");
      }
    }
    await this.#keep();
    return this.#ahead === undefined;
  }

  /** Undefined if the clock is trusted, as of the last check. */
  doubt(): ClockDoubt | undefined {
    if (!this.#ahead) return undefined;
    const now = this.#now();
    return { aheadMs: this.#aheadBy(now), waitsMs: this.#waits(now) };
  }

  /** Compares the clocks. True if the clock is trusted. */
  look(): boolean {
    const now = this.#now();
    const aheadMs = this.#aheadBy(now);
    if (aheadMs <= LIMITS.clockAheadMs) {
      this.#trust(this.#followed(now, aheadMs), "clock.right_again");
    } else if (!this.#ahead) this.#doubt(now, aheadMs);
    else if (this.#waits(now) === 0) this.#trust(now, "clock.grace_over");
    return this.#ahead === undefined;
  }

  /**
   * Stores a doubt for the next start: until it is over, heads are signed with the wrong
   * time. Another node may have ended it, so it is read each time.
   */
  async #keep(): Promise<void> {
    const { db } = this.#services;
    const store = clockStore(db);
    if (this.#ahead) {
      if (this.#isKept && (await store.doubt())) return;
      const now = this.#now();
      const rightAt = now.clock - this.#aheadBy(now);
      await db.commit([store.keep({ rightAt, aheadAt: now.clock })]);
      this.#isKept = true;
    } else if (this.#isKept) {
      await db.commit([store.endDoubt()]);
      this.#isKept = false;
    }
  }

  #now(): Moment {
    return { clock: this.#services.clock(), steady: this.#steady() };
  }

  #aheadBy({ clock, steady }: Moment): number {
    return clock - this.#right.clock - (steady - this.#right.steady);
  }

  /** Accepts no more than a slow drift as right, so small steps add up. */
  #followed(now: Moment, aheadMs: number): Moment {
    const seconds = (now.steady - this.#right.steady) / 1_000;
    const leadMs = Math.max(0, aheadMs - seconds * LIMITS.clockDriftMs);
    return { clock: now.clock - leadMs, steady: now.steady };
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

  #trust(right: Moment, why: string): void {
    if (this.#ahead) this.#services.log.info(why);
    this.#ahead = undefined;
    this.#right = right;
  }
}

/**
 * When the clock was last right: by an unconfirmed doubt, otherwise by the newest checkpoint
 * of the log or the operator's confirmation. The service may have been down for a while.
 */
async function rightAtStart(
  db: Core["db"],
  kept: KeptDoubt | undefined,
  now: Moment,
): Promise<Moment> {
  const word = (await clockStore(db).word()) ?? 0;
  if (kept && word < kept.aheadAt) return rightBefore(kept, now);
  const signedAt = (await logStore(db).newest())?.signedAt ?? 0;
  const rightAt = Math.max(word, signedAt);
  return rightAt === 0
    ? now
    : { clock: rightAt, steady: now.steady - LIMITS.clockSilenceMs };
}

/**
 * When the clock was last right, by an earlier doubt. A clock that shows at least the same
 * time is still ahead; one that shows less was corrected.
 */
function rightBefore({ rightAt, aheadAt }: KeptDoubt, now: Moment): Moment {
  const leapMs = aheadAt - rightAt - LIMITS.clockAheadMs - 1;
  const silenceMs = Math.min(LIMITS.clockSilenceMs, leapMs);
  return { clock: rightAt, steady: now.steady - silenceMs };
}
