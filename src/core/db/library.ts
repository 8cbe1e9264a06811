import type { Client, InArgs, InStatement, ResultSet } from "@libsql/client";
import type { CommitQueue } from "./commit.ts";
import { LimitedClient, ResultRows } from "./limited_client.ts";
import { checkedValue } from "./statement.ts";

const WRITES = /^\s*(?:insert|update|delete|replace)\b/i;

/**
 * A client for a library that reads and writes freely: reads go to the read side, writes
 * queue with every other commit.
 */
export class WritingClient extends LimitedClient {
  readonly #reads: Client;
  readonly #queue: CommitQueue;

  constructor(reads: Client, queue: CommitQueue) {
    super();
    this.#reads = reads;
    this.#queue = queue;
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
    return new ResultRows([], [...written.rows], written.rowsAffected);
  }
}
