import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Bounds the processor time of processes until it is closed; they have to be over by then. */
export interface Share extends Disposable {
  /** Holds a process with all its threads. */
  hold(pid: number): void;
}

/** Groups of processes as the kernel has them (cgroups(7)), in one of its two versions. */
interface Groups {
  readonly folder: string;
  /** What is written into a group, by file, for so many microseconds in each period. */
  bounds(micros: number): Readonly<Record<string, string>>;
}

/** Short beside a round, and long beside what one request takes. */
const PERIOD_MICROS = 50_000;
const ROOT = "/sys/fs/cgroup";
const SECOND_VERSION: Groups = {
  folder: ROOT,
  bounds: (micros) => ({ "cpu.max": `${micros} ${PERIOD_MICROS}` }),
};
const FIRST_VERSION: Groups = {
  folder: join(ROOT, "cpu"),
  bounds: (micros) => ({
    "cpu.cfs_period_us": `${PERIOD_MICROS}`,
    "cpu.cfs_quota_us": `${micros}`,
  }),
};

/**
 * Holds each process to a share of one core, by the kernel.
 * @throws if this process may not make groups, as only root may
 */
export function openShare(share: number): Share {
  if (!(share >= 0.01)) {
    throw new RangeError("A share is a part of one core, 0.01 at least");
  }
  const { folder, bounds } = groups();
  const made: string[] = [];
  return {
    hold(pid) {
      const group = join(folder, `inbox-bench-${pid}`);
      mkdirSync(group);
      made.push(group);
      const texts = bounds(Math.round(share * PERIOD_MICROS));
      for (const [file, text] of Object.entries(texts)) {
        writeFileSync(join(group, file), text);
      }
      writeFileSync(join(group, "cgroup.procs"), `${pid}`);
    },
    [Symbol.dispose]() {
      for (const group of made) rmdirSync(group);
    },
  };
}

/** True where this process may hold others. */
export function canHold(): boolean {
  try {
    const probe = join(groups().folder, `inbox-bench-probe-${process.pid}`);
    mkdirSync(probe);
    rmdirSync(probe);
    return true;
  } catch {
    return false;
  }
}

function groups(): Groups {
  if (existsSync(join(FIRST_VERSION.folder, "cpu.cfs_quota_us"))) {
    return FIRST_VERSION;
  }
  // What a group may be bounded in is said in the one above it.
  writeFileSync(join(ROOT, "cgroup.subtree_control"), "+cpu");
  return SECOND_VERSION;
}
