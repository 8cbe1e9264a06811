import type { InArgs, InStatement, ResultSet, Row } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import type Sqlite from "libsql";
import { LIMITS } from "../base/limits.ts";
import type { Failure } from "./failure.ts";
import { failureOf } from "./failure.ts";
import { LimitedClient, Rows } from "./limited_client.ts";
import { openExisting } from "./upkeep/open_existing.ts";

/** What the worker is told: which file takes the steps of which folder. */
export interface MigrateOrder {
  readonly path: string;
  readonly folder: string;
}

/** What it answers: that one more step begins; at the end that all are taken, or why none is. */
export type MigrateReply = "begun" | "done" | Failure;

declare const self: Worker;

/** Sorting and new indexes go through it: the usual 2 MB have a large file sorted in shreds. */
const CACHE_KIB = 64 * 1024;

/** Drizzle notes each step that was taken, which is the last of its statements. */
const STEP_END = /^insert into "__drizzle_migrations"/i;

/** What Drizzle needs to take steps on a file, in one transaction, telling of each. */
class MigratingClient extends LimitedClient {
  protected readonly purpose = "while the schema changes";
  readonly protocol = "file";
  closed = false;
  readonly #database: Sqlite.Database;
  readonly #begun: () => void;

  constructor(path: string, begun: () => void) {
    super();
    this.#begun = begun;
    this.#database = openExisting(path, LIMITS.startWaitMs);
    this.#database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    return typeof statement === "string"
      ? Promise.resolve(this.#run(statement, args))
      : Promise.resolve(this.#run(statement.sql, statement.args));
  }

  /** A table may be made anew under rows that refer to it: their keys are looked at no more than before. */
  override migrate(statements: InStatement[]): Promise<ResultSet[]> {
    const database = this.#database;
    database.exec("PRAGMA foreign_keys = OFF");
    database.exec("BEGIN IMMEDIATE");
    const results: ResultSet[] = [];
    let isNext = true;
    for (const one of statements) {
      const { sql, args } = typeof one === "string" ? { sql: one } : one;
      if (isNext) this.#begun();
      isNext = STEP_END.test(sql);
      results.push(this.#run(sql, args));
    }
    database.exec("COMMIT");
    return Promise.resolve(results);
  }

  /** Undoes what was begun and not ended. */
  close(): void {
    this.closed = true;
    if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
    this.#database.close();
  }

  reconnect(): void {}

  #run(sql: string, args: InArgs = []): ResultSet {
    const statement = this.#database.prepare(sql);
    if (!statement.reader) return new Rows([], [], statement.run(args).changes);
    const columns = statement.columns().map(({ name }) => name);
    return new Rows(columns, statement.raw().all(args) as Row[]);
  }
}

async function takeSteps({
  path,
  folder,
}: MigrateOrder): Promise<MigrateReply> {
  const begun = () => self.postMessage("begun" satisfies MigrateReply);
  const client = new MigratingClient(path, begun);
  try {
    await migrate(drizzle(client), { migrationsFolder: folder });
    return "done";
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return failureOf(cause ?? error);
  } finally {
    client.close();
  }
}

self.onmessage = async ({ data }: MessageEvent<MigrateOrder>) => {
  self.postMessage(await takeSteps(data));
};
