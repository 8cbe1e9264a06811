import type { Lateness } from "../access/context.ts";
import { Running } from "../access/running.ts";
import { LIMITS } from "../base/limits.ts";
import type { Log } from "../insight/log.ts";

/** The duration of something, and this thread's processor time in it. */
export interface Lap {
  readonly ms: number;
  /** Does not advance while other processes use the machine. */
  readonly cpuMs: number;
}

/** Measures laps, by the machine's clock and by this thread's own. */
export class LapClock {
  #at = performance.now();
  #worked = workedMs();

  /** The lap since the previous one. */
  lap(): Lap {
    const at = performance.now();
    const worked = workedMs();
    const lap = { ms: at - this.#at, cpuMs: worked - this.#worked };
    this.#at = at;
    this.#worked = worked;
    return lap;
  }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const NEVER: Lateness = { times: 0, longestMs: 0 };

/**
 * Watches the delay of the event loop, because long work in it delays every request. A delay
 * is logged, one line a minute at most.
 */
export class LoopWatch {
  readonly #log: Log;
  readonly #clock: Pick<LapClock, "lap">;
  readonly #running: Pick<Running, "look">;
  readonly #observe: (seconds: number) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #now = NEVER;
  #before = NEVER;
  #sinceMs = 0;
  #untold = NEVER;
  /** The operations that ran while it was late. */
  readonly #operations = new Set<string>();
  #toldMs: number = LIMITS.loopReportMs;

  constructor(
    log: Log,
    clock: Pick<LapClock, "lap"> = new LapClock(),
    running: Pick<Running, "look"> = new Running(),
    observe: (seconds: number) => void = () => {},
  ) {
    this.#observe = observe;
    this.#log = log;
    this.#clock = clock;
    this.#running = running;
  }

  /** Checks repeatedly, without keeping the process alive. */
  start(): void {
    if (this.#timer) return;
    this.#clock.lap();
    this.#timer = setInterval(() => this.look(), LIMITS.loopLookMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Measures how long this thread delayed the check. */
  look(): void {
    const { ms, cpuMs } = this.#clock.lap();
    const names = this.#running.look();
    // Time used by other processes does not count.
    const keptMs = Math.min(ms - LIMITS.loopLookMs, cpuMs);
    this.#observe(Math.max(0, keptMs) / 1_000);
    this.#sinceMs += ms;
    this.#toldMs += ms;
    if (this.#sinceMs >= LIMITS.loopReportMs) {
      this.#before = this.#now;
      this.#now = NEVER;
      this.#sinceMs = 0;
    }
    if (keptMs > LIMITS.loopLateMs) {
      this.#now = andOnce(this.#now, keptMs);
      this.#untold = andOnce(this.#untold, keptMs);
      for (const name of names) this.#operations.add(name);
    }
    this.#tell();
  }

  /** The delays of the last one or two minutes. */
  recent(): Lateness {
    const { times, longestMs } = this.#now;
    return {
      times: times + this.#before.times,
      longestMs: Math.max(longestMs, this.#before.longestMs),
    };
  }

  #tell(): void {
    if (this.#untold === NEVER || this.#toldMs < LIMITS.loopReportMs) return;
    const operations = [...this.#operations].sort().join(" ");
    this.#log.info("loop.late", { ...this.#untold, operations });
    this.#operations.clear();
    this.#untold = NEVER;
    this.#toldMs = 0;
  }
}

/** The same with one more delay. */
function andOnce({ times, longestMs }: Lateness, keptMs: number): Lateness {
  const longest = Math.max(longestMs, Math.round(keptMs));
  return { times: times + 1, longestMs: longest };
}
