import type {
  Client,
  InArgs,
  InStatement,
  ResultSet,
  Row,
  Transaction,
} from "@libsql/client";

/** The part of `@libsql/client` that Drizzle needs here; any other call throws. */
export abstract class LimitedClient implements Client {
  abstract readonly protocol: string;
  abstract readonly closed: boolean;
  /** The purpose of this client, as its refusals say it. */
  protected abstract readonly purpose: string;

  abstract execute(
    statement: InStatement | string,
    args?: InArgs,
  ): Promise<ResultSet>;
  abstract close(): void;
  abstract reconnect(): void;

  batch(
    _statements: (InStatement | [string, InArgs?])[],
  ): Promise<ResultSet[]> {
    return this.#refused("a batch");
  }

  transaction(): Promise<Transaction> {
    return this.#refused("a transaction");
  }

  executeMultiple(): Promise<void> {
    return this.#refused("a script");
  }

  migrate(_statements: InStatement[]): Promise<ResultSet[]> {
    return this.#refused("a migration");
  }

  sync(): Promise<never> {
    return this.#refused("a sync");
  }

  #refused(what: string): Promise<never> {
    return Promise.reject(
      new Error(`Cannot run ${what} ${this.purpose}: use commit`),
    );
  }
}

/** Rows that are bare arrays: ask Drizzle for fields, or for `values()` of a raw text. */
export class Rows implements ResultSet {
  readonly columnTypes: string[] = [];
  readonly lastInsertRowid = undefined;
  readonly columns: string[];
  readonly rows: Row[];
  readonly rowsAffected: number;

  constructor(columns: string[], rows: Row[], rowsAffected = 0) {
    this.columns = columns;
    this.rows = rows;
    this.rowsAffected = rowsAffected;
  }

  toJSON(): unknown {
    return { columns: this.columns, rows: this.rows };
  }
}
