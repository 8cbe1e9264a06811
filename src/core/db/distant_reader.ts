import type { InArgs, InStatement, ResultSet } from "@libsql/client";
import { LIMITS } from "../base/limits.ts";
import { StorageError } from "./failure.ts";
import { LimitedClient } from "./limited_client.ts";
import { ReaderThread } from "./reader_thread.ts";

/**
 * Reads an embedded file in a separate thread, for long reads: only their callers wait. A
 * read that is not done after a while is abandoned, and later ones get another thread.
 */
export class DistantReader extends LimitedClient {
  readonly #path: string;
  readonly #deadlineMs: number;
  #thread: ReaderThread | undefined;
  /** Abandoned threads that are not done yet. */
  readonly #late = new Set<ReaderThread>();

  constructor(path: string, deadlineMs: number = LIMITS.longReadMs) {
    super();
    this.#path = path;
    this.#deadlineMs = deadlineMs;
  }

  async execute(
    statement: InStatement | string,
    args?: InArgs,
  ): Promise<ResultSet> {
    if (this.closed) throw refused("it is closed");
    if (this.#late.size >= LIMITS.longReadsLateMax) {
      throw refused("others take too long");
    }
    const { sql, args: given = [] } =
      typeof statement === "string" ? { sql: statement, args } : statement;
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const timer = setTimeout(() => {
      this.#late.add(thread);
      void this.#leave(thread, "it took too long");
    }, this.#deadlineMs);
    try {
      return await thread.read(sql, given);
    } finally {
      clearTimeout(timer);
    }
  }

  override close(): void {
    void this.finish();
  }

  /** Closes it, and waits for the read that runs. */
  async finish(): Promise<void> {
    this.closed = true;
    if (this.#thread) await this.#leave(this.#thread, "it is closed");
  }

  #start(): ReaderThread {
    return new ReaderThread(this.#path, (thread) => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#late.delete(thread);
    });
  }

  #leave(thread: ReaderThread, why: string): Promise<void> {
    if (this.#thread === thread) this.#thread = undefined;
    return thread.leave(why);
  }
}

function refused(why: string): StorageError {
  return new StorageError(`Cannot read: ${why}`, { action: "read" });
}
