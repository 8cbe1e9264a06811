import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Fields 14 and 15 of proc(5) stat, counted behind the name in parentheses. */
const USER = 11;
const SYSTEM = 12;

/** Processor time of a process with all its threads; undefined if not on Linux. */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
    return ticks / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** Memory that a process holds now, in bytes; undefined if not on Linux. */
export function residentBytesOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}
