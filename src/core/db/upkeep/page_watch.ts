import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { LogReader } from "./log_reader.ts";
import { FILE, isLater, PageSums, sumOf, versionOf } from "./page_sums.ts";

/** The result of a look at some pages of the file. */
export interface PageCheck {
  /** Where to go on; null behind the last page. */
  readonly next: number | null;
  /** Numbers of pages that are not what was written. */
  readonly wrong: readonly number[];
}

/** Pages that are looked at in one turn of the writer: half a millisecond. */
const PAGES_AT_ONCE = 256;
/** A file without sums is summed at once if it is small, else when it is looked at. */
const SMALL_PAGES = 16_384;
/** How much of the log is read at once, some half a millisecond. */
const READ_FRAMES = 128;
/** How much further the log has grown until it is looked at again. */
const STEP_FRAMES = 1_000;

/**
 * Knows what every page of a database file must be. SQLite keeps no sum of its pages:
 * what a disk changes in one is read as if it had been written. So whoever moves pages
 * from the log into the file says first, on the disk, what they are.
 */
export class PageWatch {
  readonly #path: string;
  readonly #log: LogReader;
  readonly #sums: PageSums;
  readonly #first: number;
  /** Where in the log each page is that is in it. */
  readonly #frames = new Map<number, number>();
  /** Sums of pages in the log that are not written yet. */
  readonly #fresh = new Map<number, bigint>();
  /** How much of the log is in the file, too. */
  #moved = 0;
  #due: number;

  /** @param dueFrames How long the log may become before it is moved. */
  constructor(path: string, dueFrames: number) {
    this.#path = path;
    this.#log = new LogReader(`${path}-wal`);
    this.#sums = new PageSums(`${path}-pages`);
    this.#first = dueFrames;
    this.#due = dueFrames;
  }

  /**
   * Takes a log of before, and a file that has no sums yet, or that another program has
   * written anew as a whole (VACUUM).
   */
  begin(): void {
    this.keep();
    if (this.#isRewritten()) this.#sums.forget();
    if (!this.#sums.isNew) return;
    this.#look(1, SMALL_PAGES, true);
    this.#sums.flush();
  }

  /** True if the log is long enough to be moved. */
  isDue(): boolean {
    // Little by little: a long log read at once would keep commits waiting.
    if (this.#log.hasMore(READ_FRAMES)) this.#read();
    return this.#log.reaches(this.#due);
  }

  /** Keeps the sums of all that is in the log: to be called before it is moved. */
  keep(): void {
    this.#read();
    for (const [page, sum] of this.#fresh) this.#sums.set(page, sum);
    this.#sums.flush();
    this.#fresh.clear();
  }

  /** Hears how much of the log is in the file now. */
  moved(frames: number, of: number): void {
    this.#moved = frames;
    this.#due = Math.max(this.#first, of + STEP_FRAMES);
  }

  /** Hears that the log has nothing more: every page is in the file. */
  emptied(): void {
    this.#frames.clear();
    this.#moved = 0;
    this.#due = this.#first;
  }

  /**
   * Looks at some pages; those that the log has newer are not in the file yet.
   * @param isAccepted True takes them as they are.
   */
  check(from: number, isAccepted: boolean): PageCheck {
    this.#read();
    const found = this.#look(from, PAGES_AT_ONCE, isAccepted);
    this.#sums.write();
    return found;
  }

  close(): void {
    this.#log.close();
  }

  #read(): void {
    this.#log.read(
      ({ number, frame, sum }) => {
        this.#frames.set(number, frame);
        this.#fresh.set(number, sum);
      },
      () => this.emptied(),
    );
  }

  #isRewritten(): boolean {
    const known = this.#sums.get(FILE);
    if (known === undefined) return false;
    const file = openSync(this.#path, "r");
    try {
      const header = new Uint8Array(HEADER_BYTES);
      readSync(file, header, 0, HEADER_BYTES, 0);
      return isLater(versionOf(header), known);
    } finally {
      closeSync(file);
    }
  }

  #look(from: number, count: number, isAccepted: boolean): PageCheck {
    const file = openSync(this.#path, "r");
    try {
      const pageBytes = pageBytesOf(file);
      const pages = Math.floor(fstatSync(file).size / pageBytes);
      const page = new Uint8Array(pageBytes);
      const wrong: number[] = [];
      const end = Math.min(from + count, pages + 1);
      for (let number = from; number < end; number++) {
        if ((this.#frames.get(number) ?? 0) > this.#moved) continue;
        readSync(file, page, 0, pageBytes, (number - 1) * pageBytes);
        const sum = sumOf(page);
        const known = this.#sums.get(number);
        if (isAccepted || known === undefined) {
          this.#sums.set(number, sum);
          if (number === 1) this.#sums.set(FILE, versionOf(page));
        } else if (known !== sum) wrong.push(number);
      }
      return { next: end > pages ? null : end, wrong };
    } finally {
      closeSync(file);
    }
  }
}

const HEADER_BYTES = 100;
const PAGE_BYTES_AT = 16;

/** The size of a page, as the file's own header says it; 1 stands for 65,536. */
function pageBytesOf(file: number): number {
  const bytes = new Uint8Array(2);
  readSync(file, bytes, 0, 2, PAGE_BYTES_AT);
  const said = new DataView(bytes.buffer).getUint16(0);
  const isPower = said >= 512 && (said & (said - 1)) === 0;
  if (said === 1) return 65_536;
  // A header that is damaged is found as page 1.
  return isPower ? said : 4_096;
}
