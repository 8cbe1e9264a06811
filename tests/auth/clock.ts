import { setSystemTime } from "bun:test";

/** Moves the clock of the whole process, as a library reads it; it stands still after. */
export function later(ms: number): void {
  setSystemTime(new Date(Date.now() + ms));
}

/** Past every limit by network address of the sign-in, within the life of a code. */
export function nextMinute(): void {
  later(61_000);
}

/** Gives the process its own time back. */
export function ownTime(): void {
  setSystemTime();
}
