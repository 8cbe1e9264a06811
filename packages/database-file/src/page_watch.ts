/**
 * Is each page of the file what was written? SQLite keeps no sum of its pages: what a disk
 * changes in one is read as if it had been written. So the sums of pages are flushed before
 * the pages move from the log into the file. `log_reader.ts` reads the log, `sum_file.ts`
 * keeps the sums beside the file.
 * @module
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { LogReader } from "./log_reader.ts";
import { SumFile } from "./sum_file.ts";

/** The result of checking some pages of the file. */
export interface PageCheck {
  /** Where to continue; null after the last page. */
  readonly next: number | null;
  /** Numbers of pages that differ from what was written. */
  readonly wrong: readonly number[];
}

/** Pages checked in one turn of the writer: under a millisecond. */
const PAGES_AT_ONCE = 256;
/** How far the log grows before the next check. */
const STEP_FRAMES = 1_000;

/** Knows the checksum of every page of a database file; used only by its writer. */
export class PageWatch {
  readonly #path: string;
  readonly #log: LogReader;
  readonly #sums: SumFile;
  readonly #first: number;
  /** Checksums not yet in their file. */
  readonly #fresh = new Map<number, bigint>();
  /** The newest frame of each page that is newer in the log than in the file. */
  readonly #logged = new Map<number, number>();
  #due: number;
  #pageBytes = 0;
  #file: number | undefined;

  /** @param dueFrames The log's length before it is moved. */
  constructor(path: string, dueFrames: number) {
    this.#path = path;
    this.#log = new LogReader(`${path}-wal`);
    this.#sums = new SumFile(`${path}-pages`);
    this.#first = dueFrames;
    this.#due = dueFrames;
  }

  /**
   * Reads an earlier log; its checksums are written when it is moved, because a full disk has
   * no room for them now. Pages without a checksum are learnt when they are checked.
   */
  begin(pageBytes: number): void {
    this.#pageBytes = pageBytes;
    this.#read();
  }

  /** True if the log is long enough to be moved; call after each batch. */
  isDue(): boolean {
    return this.#read() >= this.#due;
  }

  /** Writes the checksums of everything in the log; call before it is moved. */
  keep(): void {
    this.#store();
    this.#sums.flush();
  }

  /** Notes how much of the log is in the file now. */
  moved(frames: number, of: number): void {
    for (const [page, frame] of this.#logged) {
      if (frame <= frames || of === 0) this.#logged.delete(page);
    }
    this.#due = Math.max(this.#first, of + STEP_FRAMES);
  }

  /**
   * Checks some pages; those that are newer in the log are not in the file yet.
   * @param isAccepted True accepts them as they are.
   */
  check(from: number, isAccepted: boolean): PageCheck {
    this.#store();
    const file = this.#open();
    const page = new Uint8Array(this.#pageBytes);
    const pages = Math.floor(fstatSync(file).size / page.length);
    const wrong: number[] = [];
    const end = Math.min(from + PAGES_AT_ONCE, pages + 1);
    for (let number = from; number < end; number++) {
      if (this.#logged.has(number)) continue;
      readSync(file, page, 0, page.length, (number - 1) * page.length);
      const sum = Bun.hash.xxHash64(page);
      const known = this.#sums.get(number);
      if (isAccepted || known === undefined) this.#sums.set(number, sum);
      else if (known !== sum) wrong.push(number);
    }
    return { next: end > pages ? null : end, wrong };
  }

  close(): void {
    this.#log.close();
    this.#sums.close();
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #store(): void {
    this.#read();
    for (const [page, sum] of this.#fresh) this.#sums.set(page, sum);
    this.#fresh.clear();
  }

  /** A log that restarts was moved as a whole. */
  #read(): number {
    let open: [number, number, bigint][] = [];
    return this.#log.read({
      page: (number, frame, bytes) => {
        open.push([number, frame, Bun.hash.xxHash64(bytes)]);
      },
      committed: () => {
        for (const [at, frame, sum] of open) {
          this.#logged.set(at, frame);
          this.#fresh.set(at, sum);
        }
        open = [];
      },
      restarted: () => this.moved(0, 0),
    });
  }

  /** Stays open: closing any descriptor of the file drops SQLite's locks on it. */
  #open(): number {
    this.#file ??= openSync(this.#path, "r");
    return this.#file;
  }
}
