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

/** The result of a look at some pages of the file. */
export interface PageCheck {
  /** Where to go on; null behind the last page. */
  readonly next: number | null;
  /** Numbers of pages that are not what was written. */
  readonly wrong: readonly number[];
}

/** Pages that are looked at in one turn of the writer: under a millisecond. */
const PAGES_AT_ONCE = 256;
/** A file without sums is summed at once if it is small, else when it is looked at. */
const SMALL_PAGES = 16_384;
/** How much further the log has grown until it is looked at again. */
const STEP_FRAMES = 1_000;

/** In the place of a page: the version of the whole file. */
const FILE = 0;

/** Knows what every page of a database file must be; used by its writer alone. */
export class PageWatch {
  readonly #path: string;
  readonly #log: LogReader;
  readonly #sums: SumFile;
  readonly #first: number;
  /** Sums that are not in their file yet. */
  readonly #fresh = new Map<number, bigint>();
  /** The newest frame of each page that the log has newer than the file. */
  readonly #logged = new Map<number, number>();
  #due: number;
  #pageBytes = 0;
  #file: number | undefined;

  /** @param dueFrames How long the log may become before it is moved. */
  constructor(path: string, dueFrames: number) {
    this.#path = path;
    this.#log = new LogReader(`${path}-wal`);
    this.#sums = new SumFile(`${path}-pages`);
    this.#first = dueFrames;
    this.#due = dueFrames;
  }

  /**
   * Takes a log of before, and a file that has no sums yet, or that another program has
   * written anew as a whole (VACUUM).
   */
  begin(pageBytes: number): void {
    this.#pageBytes = pageBytes;
    this.keep();
    const known = this.#sums.get(FILE);
    if (known && !isLater(this.#version(), known)) return;
    if (known) this.#sums.forget();
    this.#look(1, SMALL_PAGES, false);
    this.#sums.flush();
  }

  /** True if the log is long enough to be moved: to be asked after each batch. */
  isDue(): boolean {
    return this.#read() >= this.#due;
  }

  /** Keeps the sums of all that is in the log: to be called before it is moved. */
  keep(): void {
    this.#store();
    this.#sums.flush();
  }

  /** Hears how much of the log is in the file now. */
  moved(frames: number, of: number): void {
    for (const [page, frame] of this.#logged) {
      if (frame <= frames || of === 0) this.#logged.delete(page);
    }
    this.#due = Math.max(this.#first, of + STEP_FRAMES);
  }

  /**
   * Looks at some pages; those that the log has newer are not in the file yet.
   * @param isAccepted True takes them as they are.
   */
  check(from: number, isAccepted: boolean): PageCheck {
    this.#store();
    return this.#look(from, PAGES_AT_ONCE, isAccepted);
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

  /** A log that begins anew was moved as a whole. */
  #read(): number {
    let open: [number, number, bigint][] = [];
    return this.#log.read({
      page(number, frame, bytes) {
        for (const [at, sum] of sumsOf(number, bytes)) {
          open.push([at, frame, sum]);
        }
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

  #version(): bigint {
    const header = new Uint8Array(FILE_HEADER_BYTES);
    readSync(this.#open(), header, 0, FILE_HEADER_BYTES, 0);
    return versionOf(header);
  }

  #look(from: number, count: number, isAccepted: boolean): PageCheck {
    const file = this.#open();
    const page = new Uint8Array(this.#pageBytes);
    const pages = Math.floor(fstatSync(file).size / page.length);
    const wrong: number[] = [];
    const end = Math.min(from + count, pages + 1);
    for (let number = from; number < end; number++) {
      if (this.#logged.has(number)) continue;
      readSync(file, page, 0, page.length, (number - 1) * page.length);
      const sums = sumsOf(number, page);
      const known = this.#sums.get(number);
      if (isAccepted || known === undefined) {
        for (const [at, sum] of sums) this.#sums.set(at, sum);
      } else if (known !== sums[0]?.[1]) wrong.push(number);
    }
    return { next: end > pages ? null : end, wrong };
  }

  /** Stays open: closing any descriptor of the file drops the locks that SQLite has on it. */
  #open(): number {
    this.#file ??= openSync(this.#path, "r");
    return this.#file;
  }
}

const FILE_HEADER_BYTES = 100;
const CHANGES_AT = 24;
const SCHEMA_AT = 40;
const CHANGES_AGAIN_AT = 92;
const WORD = 2n ** 32n;

/** The sum of a page as it is; page 1 has the version of the file beside it. */
function sumsOf(
  number: number,
  bytes: Uint8Array,
): readonly (readonly [number, bigint])[] {
  const own = [number, Bun.hash.xxHash64(bytes)] as const;
  return number === 1 ? [own, [FILE, versionOf(bytes)]] : [own];
}

/**
 * The counts of schemas and of changes that page 1 has of the file; 0 where it contradicts
 * itself.
 */
function versionOf(page: Uint8Array): bigint {
  const words = new DataView(page.buffer, page.byteOffset);
  const changes = words.getUint32(CHANGES_AT);
  if (changes !== words.getUint32(CHANGES_AGAIN_AT)) return 0n;
  return BigInt(words.getUint32(SCHEMA_AT)) * WORD + BigInt(changes);
}

/** True if both counts of a version have gone on: VACUUM does that, and no damage. */
function isLater(version: bigint, known: bigint): boolean {
  return version / WORD > known / WORD && version % WORD > known % WORD;
}
