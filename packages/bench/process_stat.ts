import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Fields of proc(5) stat, counted behind the name in parentheses. */
const USER = 11;
const SYSTEM = 12;

/** Processor time in seconds of a process with all its threads and children; undefined if not on Linux. */
export function cpuSecondsOf(pid: number): number | undefined {
  const known = [pid, ...childrenOf(pid)].flatMap((it) => secondsOf(it) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, it) => sum + it);
}

/** The same of the thread alone that runs the event loop. */
export function mainThreadSecondsOf(pid: number): number | undefined {
  return secondsOf(`${pid}/task/${pid}`);
}

function secondsOf(task: number | string): number | undefined {
  const stat = textOf(`${task}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
  return Number.isNaN(ticks) ? undefined : ticks / TICKS_PER_SECOND;
}

/** Memory in bytes that a process and its children hold now; undefined if not on Linux. */
export function residentBytesOf(pid: number): number | undefined {
  const held = [pid, ...childrenOf(pid)].flatMap((it) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(textOf(`${it}/status`))?.[1];
    return kilobytes === undefined ? [] : Number(kilobytes) * 1_024;
  });
  return held.length === 0 ? undefined : held.reduce((sum, it) => sum + it);
}

function childrenOf(pid: number): readonly number[] {
  const children = textOf(`${pid}/task/${pid}/children`);
  return children.match(/\d+/g)?.map(Number) ?? [];
}

function textOf(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
