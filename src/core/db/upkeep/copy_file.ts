import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import type Sqlite from "libsql";
import { LIMITS } from "../../base/limits.ts";
import { openExisting } from "./open_existing.ts";

/** A database file to copy, and the target file. */
export interface CopyOrder {
  readonly from: string;
  /** Must not exist yet. */
  readonly to: string;
}

/** The result of a copy. */
export interface Copied {
  readonly bytes: number;
  /** Of the whole copy, as read back. */
  readonly sha256: string;
}

/** Waits between two slices; throws if the work is no longer wanted. */
export type Pause = (ms: number) => Promise<void>;

/**
 * Copies the database as it is at one moment, while others write to it. First every page at
 * leisure, each slice separately; then, from one snapshot, the pages that differ from the
 * first pass. So the log, which cannot restart while a snapshot is read, does not grow for as
 * long as the disk takes. The copy is read back.
 */
export async function copyFile(
  { from, to }: CopyOrder,
  rest: Pause,
): Promise<Copied> {
  const database = openExisting(from, LIMITS.startWaitMs);
  const file = openSync(to, "wx+", 0o600);
  try {
    database.exec("PRAGMA query_only = ON");
    const copy = new Copy(database, file);
    await copy.ahead(rest);
    await copy.snapshot(rest);
    fsyncSync(file);
    return await copy.readBack(rest);
  } finally {
    closeSync(file);
    database.close();
  }
}

/** Bytes 18 and 19 of a database's header: 1 means that it has no log next to it. */
const FORMAT_AT = 18;

class Copy {
  readonly #file: number;
  readonly #database: Sqlite.Database;
  readonly #pageBytes: number;
  readonly #page: Sqlite.Statement;
  /** The checksum of each written page, by number. */
  readonly #written: bigint[] = [];
  #pages = 0;

  constructor(database: Sqlite.Database, file: number) {
    this.#database = database;
    this.#file = file;
    this.#pageBytes = this.#number("page_size");
    this.#page = database
      .prepare("SELECT data FROM sqlite_dbpage WHERE pgno = ?")
      .raw();
  }

  async ahead(rest: Pause): Promise<void> {
    const pages = this.#number("page_count");
    const slice = Math.max(1, LIMITS.copySliceBytes / this.#pageBytes);
    for (let at = 1; at <= pages; at += slice) {
      const since = performance.now();
      for (let page = at; page < Math.min(at + slice, pages + 1); page++) {
        this.#put(page);
      }
      // Flushed slice by slice: a commit would wait for a backlog.
      fsyncSync(this.#file);
      await rest((performance.now() - since) * LIMITS.copyRestFactor);
    }
  }

  async snapshot(rest: Pause): Promise<void> {
    this.#database.exec("BEGIN");
    try {
      this.#pages = this.#number("page_count");
      for (let page = 1; page <= this.#pages; page++) {
        this.#put(page);
        if (page % LIMITS.copyPagesAtOnce === 0) await rest(0);
      }
    } finally {
      this.#database.exec("ROLLBACK");
    }
  }

  async readBack(rest: Pause): Promise<Copied> {
    const bytes = this.#pages * this.#pageBytes;
    const hasher = new Bun.CryptoHasher("sha256");
    const page = new Uint8Array(this.#pageBytes);
    for (let number = 1; number <= this.#pages; number++) {
      const at = (number - 1) * this.#pageBytes;
      const read = readSync(this.#file, page, 0, page.length, at);
      if (read < page.length || hashOf(page) !== this.#written[number]) {
        throw new Error(`page ${number} of the copy is not what was written`);
      }
      hasher.update(page);
      if (number % LIMITS.copyPagesAtOnce === 0) await rest(1);
    }
    return { bytes, sha256: hasher.digest("hex") };
  }

  /** Writes a page unless it is already there. */
  #put(number: number): void {
    const row = this.#page.get([number]);
    if (!Array.isArray(row) || !(row[0] instanceof Uint8Array)) {
      throw new Error(`page ${number} cannot be read`);
    }
    const page = new Uint8Array(row[0]);
    if (number === 1) page.fill(1, FORMAT_AT, FORMAT_AT + 2);
    const hash = hashOf(page);
    if (this.#written[number] === hash) return;
    const at = (number - 1) * this.#pageBytes;
    const wrote = writeSync(this.#file, page, 0, page.length, at);
    if (wrote < page.length) throw new Error("the disk is full");
    this.#written[number] = hash;
  }

  #number(pragma: "page_size" | "page_count"): number {
    const row = this.#database.prepare(`PRAGMA ${pragma}`).raw().get([]);
    return Number(Array.isArray(row) ? row[0] : row);
  }
}

function hashOf(page: Uint8Array): bigint {
  return Bun.hash.xxHash64(page);
}
