import type { Client } from "@libsql/client";
import type { ExtractTablesWithRelations, Query } from "drizzle-orm";
import { SQL } from "drizzle-orm";
import { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { LibSQLSession } from "drizzle-orm/libsql/session";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

/** Tables are named in each statement. */
type NoSchema = Record<string, never>;

/** Drizzle over a client; the text of a prepared statement is built on first use. */
export function drizzleOver(client: Client): LibSQLDatabase {
  const session = new LibSQLSession<
    NoSchema,
    ExtractTablesWithRelations<NoSchema>
  >(client, DIALECT, undefined, {}, undefined);
  const orm = new LibSQLDatabase<NoSchema>(
    "async",
    DIALECT,
    session,
    undefined,
  );
  return Object.assign(orm, { $client: client });
}

/** A store prepares all its statements at once, and a start needs few of them. */
class LateDialect extends SQLiteAsyncDialect {
  override buildSelectQuery(
    config: Parameters<SQLiteAsyncDialect["buildSelectQuery"]>[0],
  ): SQL {
    return new LateSql(() => super.buildSelectQuery(config));
  }

  override buildInsertQuery(
    config: Parameters<SQLiteAsyncDialect["buildInsertQuery"]>[0],
  ): SQL {
    return new LateSql(() => super.buildInsertQuery(config));
  }

  override buildUpdateQuery(
    config: Parameters<SQLiteAsyncDialect["buildUpdateQuery"]>[0],
  ): SQL {
    return new LateSql(() => super.buildUpdateQuery(config));
  }

  override buildDeleteQuery(
    config: Parameters<SQLiteAsyncDialect["buildDeleteQuery"]>[0],
  ): SQL {
    return new LateSql(() => super.buildDeleteQuery(config));
  }

  override sqlToQuery(
    ...asked: Parameters<SQLiteAsyncDialect["sqlToQuery"]>
  ): ReturnType<SQLiteAsyncDialect["sqlToQuery"]> {
    return new LateQuery(() => super.sqlToQuery(...asked));
  }
}

/** The parts of a statement, joined on first use. */
class LateSql extends SQL {
  constructor(build: () => SQL) {
    super([]);
    let chunks: SQL["queryChunks"] | undefined;
    Object.defineProperty(this, "queryChunks", {
      get: () => (chunks ??= build().queryChunks),
    });
  }
}

class LateQuery implements Query {
  readonly #write: () => Query;
  #written: Query | undefined;

  constructor(write: () => Query) {
    this.#write = write;
  }

  get sql(): string {
    return this.#query().sql;
  }

  get params(): unknown[] {
    return this.#query().params;
  }

  #query(): Query {
    this.#written ??= this.#write();
    return this.#written;
  }
}

const DIALECT = new LateDialect();
