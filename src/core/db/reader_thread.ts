import type { InArgs, ResultSet } from "@libsql/client";
import { StorageError, storageError } from "./failure.ts";
import { ResultRows } from "./limited_client.ts";
import type { ReadOrder, ReadReply } from "./reader_worker.ts";

interface Waiting {
  readonly resolve: (result: ResultSet) => void;
  readonly reject: (error: Error) => void;
}

/** One reading worker, and its waiting reads. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #gone = Promise.withResolvers<void>();
  #last = 0;
  #unanswered = 0;
  #isLeft = false;

  /** @param ended Called when the worker is gone. */
  constructor(path: string, ended: (thread: ReaderThread) => void) {
    const worker = new Worker(new URL("./reader_worker.ts", import.meta.url));
    worker.onmessage = ({ data }: MessageEvent<ReadReply>) => this.#take(data);
    let why = "its thread stopped";
    worker.onerror = (event) => {
      event.preventDefault();
      why = event.message;
    };
    worker.addEventListener("close", () => {
      this.#tell(why);
      ended(this);
      this.#gone.resolve();
    });
    worker.postMessage({ path } satisfies ReadOrder);
    this.#worker = worker;
  }

  read(sql: string, args: InArgs): Promise<ResultSet> {
    const id = ++this.#last;
    this.#unanswered++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, sql, args } satisfies ReadOrder);
    });
  }

  /**
   * Fails the waiting reads, and ends the worker once the running one is answered: ending it
   * within a read would make the native package end the whole process.
   */
  leave(why: string): Promise<void> {
    this.#isLeft = true;
    this.#tell(why);
    if (this.#unanswered === 0) this.#close();
    return this.#gone.promise;
  }

  /** A thread that just ended would release the file some time after it was gone. */
  #close(): void {
    this.#worker.postMessage("close" satisfies ReadOrder);
  }

  #take(reply: ReadReply): void {
    if (reply === "closed") {
      this.#worker.terminate();
      return;
    }
    this.#unanswered--;
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#isLeft && this.#unanswered === 0) this.#close();
    if (waiting === undefined) return;
    if ("failure" in reply) waiting.reject(storageError("read", reply.failure));
    else waiting.resolve(new ResultRows(reply.columns, reply.rows));
  }

  #tell(why: string): void {
    for (const { reject } of this.#waiting.values()) {
      reject(new StorageError(`Cannot read: ${why}`, { action: "read" }));
    }
    this.#waiting.clear();
  }
}
