import { LapClock } from "../../src/core/loops/loop_watch.ts";

/** The result of some work, and the most that this thread spent on it in one turn. */
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

/**
 * The time for reading the text on the machine that the bounds are meant for, and for new
 * memory.
 */
const READING_MS = 12;
const MEMORY_MS = 8;
const MEMORY_BYTES = 32 * 1024 * 1024;
const TEXT = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => [i]));

/** How much slower this machine is just now; never less than 1. */
export function slowness(): number {
  const clock = new LapClock();
  JSON.parse(TEXT);
  const reading = clock.lap().cpuMs / READING_MS;
  // A large body is mostly memory, which may be slow where thinking is not.
  new Uint8Array(MEMORY_BYTES).fill(1);
  const memory = clock.lap().cpuMs / MEMORY_MS;
  return Math.max(1, reading, memory);
}
