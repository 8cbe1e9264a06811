import { LapClock } from "../../src/core/loops/loop_watch.ts";

/** What was done, and the most that this thread worked for it in one turn. */
export interface Measured<T> {
  readonly result: T;
  readonly longestMs: number;
}

/** Watches each turn of the event loop while something goes on. */
export async function measured<T>(
  work: () => Promise<T>,
): Promise<Measured<T>> {
  const clock = new LapClock();
  let longestMs = 0;
  let isOn = true;
  const look = () => {
    const { ms, cpuMs } = clock.lap();
    // Neither what others of the machine took, nor what other turns worked.
    longestMs = Math.max(longestMs, Math.min(ms, cpuMs));
  };
  const turn = () => {
    look();
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const result = await work();
    look();
    return { result, longestMs };
  } finally {
    isOn = false;
  }
}

/** What the work of `unit` takes on the machine that the bounds are meant for. */
const UNIT_MS = 12;
const TEXT = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => [i]));

/** How much slower this machine is just now; never less than 1. */
export function slowness(): number {
  const clock = new LapClock();
  JSON.parse(TEXT);
  return Math.max(1, clock.lap().cpuMs / UNIT_MS);
}
