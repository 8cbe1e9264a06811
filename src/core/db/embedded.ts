import type { InArgs, InStatement, ResultSet, Row } from "@libsql/client";
import type Sqlite from "libsql";
import { LIMITS } from "../base/limits.ts";
import { failureOf, isStatementFault, storageError } from "./failure.ts";
import { LimitedClient, Rows } from "./limited_client.ts";
import type { SqlValue } from "./statement.ts";
import { checkedValue } from "./statement.ts";
import { openExisting } from "./upkeep/open_existing.ts";

/** A reader waits for nobody but who recovers or removes the log. */
const BUSY_WAIT_MS = 100;

interface Query {
  /** Read with all(); `one` is read with get(). */
  readonly statement: Sqlite.Statement;
  /**
   * Another preparation of the same text: after all(), get() of the same one
   * would not bind its arguments and give a row of those before.
   */
  one: Sqlite.Statement | undefined;
  readonly columns: string[];
  /** Whether its last argument is its limit, as in Drizzle's `.limit(1)`. */
  readonly endsInLimit: boolean;
}

/** The read side of an embedded file behind the interface Drizzle knows. */
export class Reader extends LimitedClient {
  protected readonly purpose = "on the read side";
  readonly protocol = "file";
  closed = false;
  readonly #path: string;
  #database: Sqlite.Database | undefined;
  /** The least recently used first. */
  #queries = new Map<string, Query>();

  constructor(path: string) {
    super();
    this.#path = path;
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    try {
      return Promise.resolve(
        typeof statement === "string"
          ? this.#read(statement, args)
          : this.#read(statement.sql, statement.args),
      );
    } catch (error) {
      return Promise.reject(this.#failed(error));
    }
  }

  /** Reads all of them from one snapshot. */
  override batch(
    statements: (InStatement | [string, InArgs?])[],
  ): Promise<ResultSet[]> {
    try {
      const database = this.#open();
      database.exec("BEGIN");
      try {
        return Promise.resolve(statements.map((one) => this.#readOne(one)));
      } finally {
        database.exec("ROLLBACK");
      }
    } catch (error) {
      return Promise.reject(this.#failed(error));
    }
  }

  close(): void {
    this.closed = true;
    this.#forget();
  }

  reconnect(): void {
    this.#forget();
  }

  #readOne(one: InStatement | [string, InArgs?]): ResultSet {
    if (typeof one === "string") return this.#read(one, undefined);
    if (Array.isArray(one)) return this.#read(one[0], one[1]);
    return this.#read(one.sql, one.args);
  }

  #read(sql: string, given: InArgs | undefined): ResultSet {
    const query = this.#query(sql);
    const { statement, columns, endsInLimit } = query;
    const args = bound(given);
    // get() costs half of all(). Either one resets the statement: no snapshot stays pinned.
    if (!endsInLimit || args.at(-1) !== 1) {
      return new Rows(columns, statement.all(args) as Row[]);
    }
    query.one ??= this.#open().prepare(sql).raw();
    const row = query.one.get(args) as Row | undefined;
    return new Rows(columns, row === undefined ? [] : [row]);
  }

  #query(sql: string): Query {
    const known = this.#queries.get(sql);
    if (known !== undefined) {
      this.#queries.delete(sql);
      this.#queries.set(sql, known);
      return known;
    }
    const statement = this.#open().prepare(sql).raw();
    const query: Query = {
      statement,
      one: undefined,
      columns: statement.columns().map(({ name }) => name),
      endsInLimit: /\slimit \?$/i.test(sql),
    };
    this.#queries.set(sql, query);
    if (this.#queries.size > LIMITS.statementCacheMax) {
      for (const oldest of this.#queries.keys()) {
        this.#queries.delete(oldest);
        break;
      }
    }
    return query;
  }

  #open(): Sqlite.Database {
    if (this.closed) throw new Error("the database is closed");
    if (this.#database !== undefined) return this.#database;
    const database = openExisting(this.#path, BUSY_WAIT_MS);
    database.exec("PRAGMA query_only = ON");
    this.#database = database;
    return database;
  }

  /** A connection that failed is not used again; a wrong statement is not its fault. */
  #failed(error: unknown): Error {
    const failure = failureOf(error);
    if (!isStatementFault(failure)) this.#forget();
    return storageError("read", failure);
  }

  #forget(): void {
    this.#queries = new Map();
    this.#database?.close();
    this.#database = undefined;
  }
}

const NO_ARGS: readonly SqlValue[] = [];

function bound(given: InArgs | undefined): readonly SqlValue[] {
  if (given === undefined) return NO_ARGS;
  if (!Array.isArray(given)) {
    throw new TypeError("Cannot read: arguments must be positional");
  }
  return given.map(checkedValue);
}
