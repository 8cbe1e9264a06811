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
  readonly protocol: string = "file";
  closed = false;

  abstract execute(
    statement: InStatement | string,
    args?: InArgs,
  ): Promise<ResultSet>;

  close(): void {
    this.closed = true;
  }

  reconnect(): void {}

  batch(): Promise<ResultSet[]> {
    return refused("a batch");
  }

  transaction(): Promise<Transaction> {
    return refused("a transaction");
  }

  executeMultiple(): Promise<void> {
    return refused("a script");
  }

  migrate(): Promise<ResultSet[]> {
    return refused("a migration");
  }

  sync(): Promise<never> {
    return refused("a sync");
  }
}

function refused(what: string): Promise<never> {
  return Promise.reject(new Error(`Cannot run ${what} here: use commit`));
}

/** Rows as bare arrays: ask Drizzle for fields, or for `values()` of a raw text. */
export class ResultRows implements ResultSet {
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
