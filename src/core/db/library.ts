import type {
  Client,
  InArgs,
  InStatement,
  ResultSet,
  Row,
  Transaction,
} from "@libsql/client";
import type { CommitQueue } from "./commit.ts";
import { checkedValue } from "./statement.ts";

const WRITES = /^\s*(?:insert|update|delete|replace)\b/i;

/**
 * A client for a library that reads and writes as it likes: what reads goes to
 * the read side, what writes waits its turn with every other commit.
 */
export class WritingClient implements Client {
  readonly protocol: string;
  readonly #reads: Client;
  readonly #queue: CommitQueue;

  constructor(reads: Client, queue: CommitQueue) {
    this.protocol = reads.protocol;
    this.#reads = reads;
    this.#queue = queue;
  }

  get closed(): boolean {
    return this.#reads.closed;
  }

  async execute(
    statement: InStatement | string,
    given?: InArgs,
  ): Promise<ResultSet> {
    const sql = typeof statement === "string" ? statement : statement.sql;
    const args = typeof statement === "string" ? given : statement.args;
    if (!WRITES.test(sql)) {
      return await this.#reads.execute({ sql, args: args ?? [] });
    }
    if (args !== undefined && !Array.isArray(args)) {
      throw new TypeError("Cannot write: arguments must be positional");
    }
    const written = await this.#queue.execute({
      sql,
      args: (args ?? []).map(checkedValue),
    });
    return new Result(written.rows as unknown as Row[], written.rowsAffected);
  }

  batch(): Promise<ResultSet[]> {
    return notOffered("a batch");
  }

  transaction(): Promise<Transaction> {
    return notOffered("a transaction");
  }

  executeMultiple(): Promise<void> {
    return notOffered("a script");
  }

  migrate(): Promise<ResultSet[]> {
    return notOffered("a migration");
  }

  sync(): Promise<never> {
    return notOffered("a sync");
  }

  /** The reading client is its owner's to close. */
  close(): void {}

  reconnect(): void {}
}

class Result implements ResultSet {
  readonly columns: string[] = [];
  readonly columnTypes: string[] = [];
  readonly lastInsertRowid = undefined;
  readonly rows: Row[];
  readonly rowsAffected: number;

  constructor(rows: Row[], rowsAffected: number) {
    this.rows = rows;
    this.rowsAffected = rowsAffected;
  }

  toJSON(): unknown {
    return { rows: this.rows, rowsAffected: this.rowsAffected };
  }
}

function notOffered(what: string): Promise<never> {
  return Promise.reject(
    new Error(`Cannot run ${what} for a library: one statement at a time`),
  );
}
