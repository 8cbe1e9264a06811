import type { Row } from "@libsql/client";
import { LIMITS } from "../base/limits.ts";
import type { ConstraintError } from "./failure.ts";
import { StorageError } from "./failure.ts";
import type { TableWrites, Touched } from "./kept/table_writes.ts";
import type { Wake } from "./nodes/feed.ts";
import type { Statement } from "./statement.ts";
import { assertBindable } from "./statement.ts";

/** The result of a statement that asked for it. */
export interface Executed {
  /** Of a RETURNING clause, read by position. */
  readonly rows: readonly Row[];
  readonly rowsAffected: number;
}

/** Statements written together, and whether the last one's result is wanted. */
export interface Job {
  readonly statements: readonly Statement[];
  readonly asksResult: boolean;
  /** The wakes for other nodes. */
  readonly wakes?: readonly Wake[];
  /** The tables and conversations it writes; computed once, while the statements are new. */
  readonly touched?: Touched | undefined;
}

/** The outcome of one job: undefined if it is on disk and no result was wanted. */
export type JobOutcome = ConstraintError | StorageError | Executed | undefined;

/** Writes several jobs at once, each atomically. */
export interface Sink {
  /** Answers for each job; rejects if no outcome is known. */
  apply(jobs: readonly Job[]): Promise<readonly JobOutcome[]>;
  close(): Promise<void>;
}

interface Waiting extends Job {
  readonly resolve: (written: Executed) => void;
  readonly reject: (error: unknown) => void;
}

const NOTHING: Executed = { rows: [], rowsAffected: 0 };

/**
 * While a batch takes less than this, a second one is sent behind it: its jobs are written
 * while the first is answered. On a slower disk one larger batch saves an fsync, which gains
 * more.
 */
const OVERLAP_BELOW_MS = 5;

/** Notified of each sent batch: number of jobs, duration, failure. */
export type BatchObserver = (
  jobs: number,
  seconds: number,
  failed: boolean,
) => void;

/** How a queue sends, and its observers. */
export interface QueueOptions {
  /** True for a sink that accepts a batch while it writes another. */
  readonly overlap?: boolean;
  readonly writes?: TableWrites;
  readonly observe?: BatchObserver | undefined;
}

/**
 * The one writer of the process: first come, first served, and waiting jobs are written
 * together.
 */
export class CommitQueue {
  readonly #sink: Sink;
  readonly #overlap: boolean;
  readonly #writes: TableWrites | undefined;
  readonly #observe: BatchObserver | undefined;
  #waiting: Waiting[] = [];
  /** Batches and jobs in flight. */
  #batches = 0;
  #jobs = 0;
  #isScheduled = false;
  #lastTookMs = 0;
  #closing: Promise<void> | undefined;
  #drained: (() => void) | undefined;

  constructor(
    sink: Sink,
    { overlap = false, writes, observe }: QueueOptions = {},
  ) {
    this.#sink = sink;
    this.#overlap = overlap;
    this.#writes = writes;
    this.#observe = observe;
  }

  /** Jobs that are not on the disk yet. */
  get depth(): number {
    return this.#waiting.length + this.#jobs;
  }

  /** Applies all statements atomically; resolves once they are on disk. */
  async commit(
    statements: readonly Statement[],
    wakes: readonly Wake[] = [],
  ): Promise<void> {
    if (statements.length === 0) return;
    await this.#join({ statements, asksResult: false, wakes });
  }

  /** Writes one statement; resolves with its result once it is on disk. */
  execute(statement: Statement): Promise<Executed> {
    return this.#join({ statements: [statement], asksResult: true });
  }

  #join(job: Job): Promise<Executed> {
    if (this.#closing !== undefined) return refused("the database is closed");
    if (this.#waiting.length >= LIMITS.commitQueueMax) {
      return refused(`${LIMITS.commitQueueMax} commits wait already`);
    }
    return new Promise((resolve, reject) => {
      const { statements } = job;
      statements.forEach(assertBindable);
      const touched = this.#writes?.touchedBy(statements);
      this.#waiting.push({ ...job, touched, resolve, reject });
      if (touched) this.#writes?.begin(touched);
      this.#schedule();
    });
  }

  /** Waits for queued commits, then closes the sink. */
  close(): Promise<void> {
    this.#closing ??= this.#drain().then(() => this.#sink.close());
    return this.#closing;
  }

  /** Lets the rest of this turn's commits join before anything is sent. */
  #schedule(): void {
    if (this.#isScheduled || this.#batches >= this.#depth()) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#waiting.length > 0 && this.#batches < this.#depth()) {
        void this.#send(this.#nextBatch());
      }
    });
  }

  #depth(): number {
    return this.#overlap && this.#lastTookMs < OVERLAP_BELOW_MS ? 2 : 1;
  }

  /** An even share of all pending jobs for each possible batch. */
  #nextBatch(): readonly Waiting[] {
    const all = this.#waiting.length + this.#jobs;
    const share = Math.ceil(all / this.#depth());
    return this.#waiting.splice(0, Math.min(share, LIMITS.commitMergeMax));
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    this.#batches += 1;
    this.#jobs += batch.length;
    const startedAt = performance.now();
    let isFailed = false;
    try {
      const outcomes = await this.#applied(batch);
      settle(batch, outcomes);
      isFailed = outcomes.some((it) => it instanceof StorageError);
    } catch (error) {
      isFailed = true;
      for (const { reject } of batch) reject(error);
    }
    this.#lastTookMs = performance.now() - startedAt;
    this.#observe?.(batch.length, this.#lastTookMs / 1_000, isFailed);
    this.#batches -= 1;
    this.#jobs -= batch.length;
    if (this.#waiting.length > 0) this.#schedule();
    else if (this.#batches === 0) this.#drained?.();
  }

  async #applied(batch: readonly Waiting[]): Promise<readonly JobOutcome[]> {
    try {
      return await this.#sink.apply(batch);
    } finally {
      // A failed one may be on disk all the same.
      for (const { touched } of batch) {
        if (touched) this.#writes?.settled(touched);
      }
    }
  }

  #drain(): Promise<void> {
    if (this.#batches === 0 && this.#waiting.length === 0) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
}

function settle(
  batch: readonly Waiting[],
  outcomes: readonly JobOutcome[],
): void {
  if (outcomes.length !== batch.length) {
    throw new RangeError(
      `Cannot settle ${batch.length} commits: the sink answered ${outcomes.length}`,
    );
  }
  for (const [index, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome instanceof Error) reject(outcome);
    else resolve(outcome ?? NOTHING);
  }
}

function refused(why: string): Promise<never> {
  const error = new StorageError(`Cannot write: ${why}`, { action: "write" });
  return Promise.reject(error);
}
