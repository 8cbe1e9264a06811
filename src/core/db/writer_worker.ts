import type { Row } from "@libsql/client";
import type Sqlite from "libsql";
import type { PageCheck } from "../../../packages/database-file/src/page_watch.ts";
import { PageWatch } from "../../../packages/database-file/src/page_watch.ts";
import type { Batch, BatchJob, CrossingBatch } from "./batch.ts";
import { crossed, jobsOf } from "./batch.ts";
import type { Executed } from "./commit.ts";
import type { Failure } from "./failure.ts";
import { failureOf, isStatementFault } from "./failure.ts";
import { FilePlace } from "./upkeep/file_place.ts";
import { openExisting } from "./upkeep/open_existing.ts";

/** An order to the worker: Start first, "close" last. All except Start are answered, in order. */
export type Order = Start | Write | Look | "empty" | "close";

export interface Start {
  readonly path: string;
}

export interface Write {
  readonly batch: CrossingBatch;
}

/** Pages of the file to check, between two batches. */
export interface Look {
  readonly from: number;
  readonly isAccepted: boolean;
}

/** The outcome of one job: on disk, written with a result, or not written. */
export type JobEnd = null | Executed | Failure;

/**
 * Null when all is on disk and no job wants its result; otherwise the failure, or the end of
 * each job.
 */
export type Reply = null | Failure | readonly JobEnd[] | PageCheck | LogEnd;

/** Whether the log is empty. */
export interface LogEnd {
  readonly isEmpty: boolean;
}

declare const self: Worker;

/** How long to wait for a foreign writer (a terminal, a backup). */
const BUSY_WAIT_MS = 100;

/** Pages in the log before they are moved into the file: fewer moves, for 16 MB of log. */
const LOG_PAGES_MAX = 4_000;

/** Writes to a file without its name are lost at the next start. */
const GONE: Failure = {
  isConstraint: false,
  code: "FILE_GONE",
  message: "the database file, or its log, was moved or deleted",
};

/** The only writing connection of the process. */
class Writer {
  readonly #path: string;
  #texts: string[] = [];
  #database: Sqlite.Database | undefined;
  /** Since the first batch, which the start writes: no later connection creates a new file. */
  #place: FilePlace | undefined;
  #statements: (Sqlite.Statement | undefined)[] = [];
  readonly #pages: PageWatch;

  constructor(path: string) {
    this.#path = path;
    this.#pages = new PageWatch(path, LOG_PAGES_MAX);
  }

  /** Writes all jobs with one fsync; only failing ones are left out. */
  apply(batch: Batch): Reply {
    const { forget, texts, asking } = batch;
    if (forget) {
      this.#texts = [];
      this.#statements = [];
    }
    this.#texts.push(...texts);
    if (this.#place?.isKept() === false) return GONE;
    try {
      const jobs = jobsOf(batch);
      const ends = this.#together(jobs);
      // It may have gone before the end of the batch: nothing of that is answered.
      this.#place ??= new FilePlace(this.#path, `${this.#path}-wal`);
      if (!this.#place.isKept()) return GONE;
      if (Array.isArray(ends)) return asking.length === 0 ? null : ends;
      return jobs.length === 1 ? [ends as Failure] : this.#apart(jobs);
    } catch (error) {
      const failure = failureOf(error);
      // SQLITE_BUSY: no transaction was opened. A closed connection would leave the log to
      // the other writer, which may be the last one then and remove it.
      const isKeptOut = failure.code === "SQLITE_BUSY";
      if (!isKeptOut || this.#database?.inTransaction) this.#drop();
      return { ...failure, isConstraint: false };
    }
  }

  /** Moves the log into the file once it is long. */
  moveLog(): void {
    try {
      if (this.#database && this.#pages.isDue()) this.#move("PASSIVE");
    } catch {
      // The next batch tries again.
    }
  }

  look({ from, isAccepted }: Look): PageCheck | Failure {
    try {
      this.#open();
      if (from === 1) this.#move("PASSIVE");
      return this.#pages.check(from, isAccepted);
    } catch (error) {
      return { ...failureOf(error), isConstraint: false };
    }
  }

  /** Moves the whole log into the file; waits for readers as long as for a foreign writer. */
  emptyLog(): LogEnd | Failure {
    try {
      this.#open();
      return { isEmpty: this.#move("TRUNCATE") };
    } catch (error) {
      return { ...failureOf(error), isConstraint: false };
    }
  }

  /** Leaves a file that is complete without its log. */
  close(): void {
    this.#move("TRUNCATE");
    this.#drop();
    this.#pages.close();
  }

  /**
   * Flushes page checksums to the disk, then the pages.
   * @returns True if the log is empty.
   */
  #move(how: "PASSIVE" | "TRUNCATE"): boolean {
    try {
      if (this.#database === undefined) return false;
      this.#pages.keep();
      const moved: unknown = this.#database
        .prepare(`PRAGMA wal_checkpoint(${how})`)
        .raw()
        .get([]);
      if (!Array.isArray(moved)) return false;
      const [isBusy, logged, inFile] = moved.map(Number);
      this.#pages.moved(inFile ?? 0, logged ?? 0);
      return isBusy === 0 && logged === 0;
    } catch {
      // The log stays, and is read at the next start.
      return false;
    }
  }

  /** A failed connection is not trusted: the next write opens another one. */
  #drop(): void {
    const database = this.#database;
    this.#database = undefined;
    this.#statements = [];
    try {
      if (database?.inTransaction) database.exec("ROLLBACK");
      database?.close();
    } catch {
      // It was broken already.
    }
    // The package closes it when the last of its statements is collected.
    Bun.gc(true);
  }

  /** One transaction; a statement's failure rolls all of it back and is returned. */
  #together(jobs: readonly BatchJob[]): readonly JobEnd[] | Failure {
    const database = this.#open();
    database.exec("BEGIN IMMEDIATE");
    try {
      const ends = jobs.map((job) => this.#run(database, job));
      return commit(database) ?? ends;
    } catch (error) {
      const failure = failureOf(error);
      if (!isStatementFault(failure)) throw error;
      if (database.inTransaction) database.exec("ROLLBACK");
      return failure;
    }
  }

  /** One transaction with a savepoint around each job. */
  #apart(jobs: readonly BatchJob[]): readonly JobEnd[] {
    const database = this.#open();
    database.exec("BEGIN IMMEDIATE");
    const outcomes = jobs.map((job) => this.#guarded(database, job));
    // A deferred foreign key fails at COMMIT and names no job.
    if (commit(database) === null) return outcomes;
    return jobs.map((job) => {
      const ends = this.#together([job]);
      return Array.isArray(ends) ? (ends[0] ?? null) : (ends as Failure);
    });
  }

  #guarded(database: Sqlite.Database, job: BatchJob): JobEnd {
    database.exec("SAVEPOINT job");
    try {
      const end = this.#run(database, job);
      database.exec("RELEASE job");
      return end;
    } catch (error) {
      const failure = failureOf(error);
      if (!isStatementFault(failure) || !database.inTransaction) throw error;
      database.exec("ROLLBACK TO job; RELEASE job");
      return failure;
    }
  }

  #run(database: Sqlite.Database, { calls, asksResult }: BatchJob): JobEnd {
    let last: Executed | null = null;
    for (const { text, args } of calls) {
      let statement = this.#statements[text];
      if (statement === undefined) {
        statement = database.prepare(this.#texts[text] ?? "");
        this.#statements[text] = statement;
      }
      // With RETURNING, run() leaves the statement open and the write undone.
      if (statement.reader) {
        const rows = statement.raw().all(args) as Row[];
        last = { rows, rowsAffected: rows.length };
      } else {
        last = { rows: [], rowsAffected: statement.run(args).changes };
      }
    }
    return asksResult ? last : null;
  }

  #open(): Sqlite.Database {
    if (this.#database !== undefined) return this.#database;
    const database = openExisting(this.#path, BUSY_WAIT_MS);
    const mode = database.prepare("PRAGMA journal_mode = WAL").raw().get([]);
    if (String(mode) !== "wal") throw new Error("the file allows no WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA wal_autocheckpoint = 0");
    // Deleted content is overwritten: half a percent more pages per commit.
    database.exec("PRAGMA secure_delete = ON");
    const size: unknown = database.prepare("PRAGMA page_size").raw().get([]);
    this.#pages.begin(Number(size));
    this.#database = database;
    return database;
  }
}

/** Only a deferred constraint may fail here without fault of the store. */
function commit(database: Sqlite.Database): Failure | null {
  try {
    database.exec("COMMIT");
    return null;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure.isConstraint) throw error;
    database.exec("ROLLBACK");
    return failure;
  }
}

let writer: Writer | undefined;

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if (typeof data === "object" && "path" in data) {
    writer = new Writer(data.path);
  } else if (data === "close") {
    writer?.close();
    self.postMessage(null);
  } else if (data === "empty") {
    self.postMessage(writer?.emptyLog());
  } else if ("from" in data) {
    self.postMessage(writer?.look(data));
  } else {
    self.postMessage(writer?.apply(crossed(data.batch)));
    writer?.moveLog();
  }
};
