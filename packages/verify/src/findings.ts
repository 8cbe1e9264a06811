import type { Bytes } from "./bytes.ts";

/** The files of an archive, wherever they are. */
export interface Archive {
  /** Every path in it, from its root. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** @throws if it cannot be read */
  read(path: string): Promise<Bytes>;
  /** Closes the file that it was read from, if there is one. */
  close?(): Promise<void>;
}

/** A difference from what was recorded. */
export interface Finding {
  /** A file, or a chain. */
  readonly about: string;
  readonly problem: string;
}

/** The counts and the faults that a check has found. */
export class Findings {
  readonly faults: Finding[] = [];
  readonly counts: Record<string, number> = {};
  /** Notes that are no faults. */
  readonly said: string[] = [];

  blame(about: string, problem: string): void {
    this.faults.push({ about, problem });
  }

  count(what: string, more = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + more;
  }
}

/** Paths in a folder, in the order of their names. */
export function pathsIn(archive: Archive, folder: string): readonly string[] {
  return archive.paths.filter((it) => it.startsWith(`${folder}/`)).toSorted();
}
