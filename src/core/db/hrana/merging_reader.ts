import type { InArgs, InStatement, ResultSet } from "@libsql/client";
import type { HranaStream } from "../../../../packages/libsql-server/src/stream.ts";
import { LIMITS } from "../../base/limits.ts";
import { storageErrorOf } from "../failure.ts";
import { LimitedClient, ResultRows } from "../limited_client.ts";
import type { Statement } from "../statement.ts";
import { checkedValue } from "../statement.ts";
import type { RemoteOptions } from "./server.ts";
import { openHrana } from "./server.ts";

interface Waiting extends Statement {
  readonly resolve: (rows: ResultSet) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads of a libSQL server: queries of one turn of the event loop, or waiting for earlier
 * requests, share one round trip. Failures are marked as the store's.
 */
export class MergingReader extends LimitedClient {
  readonly #mergeMax: number;
  #waiting: Waiting[] = [];
  /** Idle streams; the last used is used first. */
  readonly #idle: HranaStream[];
  #isScheduled = false;

  /** @param mergeMax Statements of one request. */
  constructor(options: RemoteOptions, mergeMax: number) {
    super();
    this.#mergeMax = mergeMax;
    this.#idle = Array.from({ length: LIMITS.readRequestsMax }, () =>
      openHrana(options),
    );
  }

  execute(given: InStatement | string, args?: InArgs): Promise<ResultSet> {
    if (this.closed) return refused("the database is closed");
    if (this.#waiting.length >= LIMITS.readQueueMax) {
      return refused(`${LIMITS.readQueueMax} reads wait already`);
    }
    return new Promise((resolve, reject) => {
      const statement =
        typeof given === "string"
          ? { sql: given, args: bound(args) }
          : { sql: given.sql, args: bound(given.args) };
      this.#waiting.push({ ...statement, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#idle.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (;;) {
        const stream = this.#waiting.length > 0 ? this.#idle.pop() : undefined;
        if (!stream) return;
        void this.#send(stream, this.#waiting.splice(0, this.#mergeMax));
      }
    });
  }

  async #send(stream: HranaStream, reads: readonly Waiting[]): Promise<void> {
    try {
      const results = await stream.each(reads);
      for (const [index, { resolve, reject }] of reads.entries()) {
        const result = results[index];
        if (!result || result instanceof Error) {
          reject(storageErrorOf("read", result));
        } else {
          const { columns, rows, rowsAffected } = result;
          resolve(new ResultRows(columns, rows, rowsAffected));
        }
      }
    } catch (thrown) {
      const error = storageErrorOf("read", thrown);
      for (const { reject } of reads) reject(error);
    } finally {
      this.#idle.push(stream);
      if (this.#waiting.length > 0) this.#schedule();
    }
  }
}

function bound(given: InArgs = []): Statement["args"] {
  if (!Array.isArray(given)) {
    throw new TypeError("Cannot read: arguments must be positional");
  }
  return given.map(checkedValue);
}

function refused(why: string): Promise<never> {
  return Promise.reject(storageErrorOf("read", new Error(why)));
}
