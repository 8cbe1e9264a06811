import type { PageCheck } from "../../../packages/database-file/src/page_watch.ts";
import { LIMITS } from "../base/limits.ts";
import type { Batch, PackedValue } from "./batch.ts";
import { crossing, packedValue } from "./batch.ts";
import type { Job, JobOutcome, Sink } from "./commit.ts";
import { errorOf, StorageError, storageError } from "./failure.ts";
import type { JobEnd, Order, Reply } from "./writer_worker.ts";

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: StorageError) => void;
}

/** The main thread's side of the writer: a worker that is restarted whenever it dies. */
export class Writer implements Sink {
  readonly #path: string;
  #worker: Worker | undefined;
  readonly #waiting: Waiting[] = [];
  #texts = new Map<string, number>();

  constructor(path: string) {
    this.#path = path;
  }

  /** An empty list of jobs proves that the file can be written. */
  async apply(jobs: readonly Job[]): Promise<readonly JobOutcome[]> {
    const worker = this.#worker ?? this.#start();
    const reply = await this.#order(worker, {
      batch: crossing(this.#pack(jobs)),
    });
    if (reply === null)
      return new Array<undefined>(jobs.length).fill(undefined);
    if (Array.isArray(reply)) return reply.map(outcomeOf);
    throw failed(reply);
  }

  /** Checks some pages of the file, between two batches. */
  async look(from: number, isAccepted: boolean): Promise<PageCheck> {
    const worker = this.#worker ?? this.#start();
    const reply = await this.#order(worker, { from, isAccepted });
    if (reply !== null && "wrong" in reply) return reply;
    throw failed(reply);
  }

  /** Moves the whole log into the file, in its turn; false if it is still in use. */
  async emptyLog(): Promise<boolean> {
    const worker = this.#worker ?? this.#start();
    const reply = await this.#order(worker, "empty");
    if (reply !== null && "isEmpty" in reply) return reply.isEmpty;
    throw failed(reply);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    await this.#order(worker, "close");
    this.#worker = undefined;
    // Terminate only here: a thread that stops within a transaction would hold the write lock
    // forever.
    worker.terminate();
  }

  #order(worker: Worker, order: Order): Promise<Reply> {
    return new Promise((resolve, reject) => {
      worker.postMessage(order, filesIn(order));
      this.#waiting.push({ resolve, reject });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./writer_worker.ts", import.meta.url));
    let why = "it stopped";
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.#waiting.shift()?.resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      why = event.message;
    };
    worker.addEventListener("close", () => this.#lose(worker, why));
    worker.postMessage({ path: this.#path } satisfies Order);
    this.#worker = worker;
    this.#texts = new Map();
    return worker;
  }

  /** Orders that the worker had not answered may or may not be on disk. */
  #lose(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.splice(0)) {
      const message = `Cannot write: the writer is gone: ${why}`;
      reject(new StorageError(message, { action: "write" }));
    }
  }

  #pack(jobs: readonly Job[]): Batch {
    const forget = this.#texts.size >= LIMITS.statementCacheMax;
    if (forget) this.#texts = new Map();
    const texts: string[] = [];
    const packed: PackedValue[] = [];
    const asking: number[] = [];
    for (const [index, { statements, asksResult }] of jobs.entries()) {
      if (asksResult) asking.push(index);
      packed.push(statements.length);
      for (const { sql, args } of statements) {
        packed.push(this.#intern(sql, texts), args.length);
        for (const arg of args) packed.push(packedValue(arg));
      }
    }
    return { forget, texts, jobs: packed, asking };
  }

  #intern(sql: string, texts: string[]): number {
    const known = this.#texts.get(sql);
    if (known !== undefined) return known;
    const text = this.#texts.size;
    this.#texts.set(sql, text);
    texts.push(sql);
    return text;
  }
}

function failed(reply: Reply): StorageError {
  return reply !== null && "code" in reply
    ? storageError("write", reply)
    : new StorageError("Cannot write: the writer answers something else");
}

function outcomeOf(end: JobEnd): JobOutcome {
  if (end === null) return undefined;
  return "rows" in end ? end : errorOf(end);
}

function isFile(value: PackedValue): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array && value.byteLength > FILE_BYTES;
}

const FILE_BYTES = 64 * 1024;

/** Buffers transferred to the worker, because cloning them takes too long. */
function filesIn(order: Order): ArrayBuffer[] {
  if (typeof order !== "object" || !("batch" in order)) return [];
  if (typeof order.batch === "string") return [];
  return order.batch.jobs.filter(isFile).map(({ buffer }) => buffer);
}
