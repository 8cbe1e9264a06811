import type { InArgs, InStatement, ResultSet, Row } from "@libsql/client";
import type Sqlite from "libsql";
import { LIMITS } from "../base/limits.ts";
import { failureOf, isStatementFault, storageError } from "./failure.ts";
import { LimitedClient, ResultRows } from "./limited_client.ts";
import type { SqlValue } from "./statement.ts";
import { checkedValue } from "./statement.ts";
import { openExisting } from "./upkeep/open_existing.ts";

/** A reader only waits while another recovers or removes the log. */
const BUSY_WAIT_MS = 100;

/**
 * A text, prepared separately for all() and for get(). One preparation does not work for
 * both: get() after all() would return a row of the previous arguments.
 */
interface Query {
  all: Sqlite.Statement | undefined;
  one: Sqlite.Statement | undefined;
  columns: string[] | undefined;
  /** Whether its last argument is its limit, as in Drizzle's `.limit(1)`. */
  readonly endsInLimit: boolean;
}

/** The read side of an embedded file behind the interface Drizzle knows. */
export class EmbeddedReader extends LimitedClient {
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

  override close(): void {
    super.close();
    this.#forget();
  }

  #read(sql: string, given: InArgs | undefined): ResultSet {
    const query = this.#query(sql);
    const args = bound(given);
    // get() costs half of all(). Either one resets the statement, so no snapshot stays pinned.
    if (!query.endsInLimit || args.at(-1) !== 1) {
      query.all ??= this.#prepare(sql);
      query.columns ??= namesOf(query.all);
      return new ResultRows(query.columns, query.all.all(args) as Row[]);
    }
    query.one ??= this.#prepare(sql);
    query.columns ??= namesOf(query.one);
    const row = query.one.get(args) as Row | undefined;
    return new ResultRows(query.columns, row === undefined ? [] : [row]);
  }

  #prepare(sql: string): Sqlite.Statement {
    return this.#open().prepare(sql).raw();
  }

  #query(sql: string): Query {
    const known = this.#queries.get(sql);
    if (known !== undefined) {
      this.#queries.delete(sql);
      this.#queries.set(sql, known);
      return known;
    }
    const query: Query = {
      all: undefined,
      one: undefined,
      columns: undefined,
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

  /** A failed connection is not used again; a wrong statement is not its fault. */
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

function namesOf(statement: Sqlite.Statement): string[] {
  return statement.columns().map(({ name }) => name);
}

const NO_ARGS: readonly SqlValue[] = [];

function bound(given: InArgs | undefined): readonly SqlValue[] {
  if (given === undefined) return NO_ARGS;
  if (!Array.isArray(given)) {
    throw new TypeError("Cannot read: arguments must be positional");
  }
  return given.map(checkedValue);
}
