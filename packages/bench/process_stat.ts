import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Fields of proc(5) stat, counted after the name in parentheses. */
const USER = 11;
const SYSTEM = 12;

/** Processor time in seconds of a process with all its threads and children; NaN if not on Linux. */
export function cpuSecondsOf(pid: number): number {
  return summed(pid, secondsOf);
}

/** The same for the event loop's thread only. */
export function mainThreadSecondsOf(pid: number): number {
  return secondsOf(`${pid}/task/${pid}`);
}

/** Memory in bytes of a process and its children; NaN if not on Linux. */
export function residentBytesOf(pid: number): number {
  return summed(pid, (it) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(textOf(`${it}/status`))?.[1];
    return Number(kilobytes) * 1_024;
  });
}

function secondsOf(task: number | string): number {
  const stat = textOf(`${task}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS_PER_SECOND;
}

/** Children may end while they are read. */
function summed(pid: number, of: (pid: number) => number): number {
  const children = textOf(`${pid}/task/${pid}/children`).match(/\d+/g) ?? [];
  const known = children.map((it) => of(Number(it))).filter((it) => it >= 0);
  return known.reduce((sum, it) => sum + it, of(pid));
}

function textOf(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
