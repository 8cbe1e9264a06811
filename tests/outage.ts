import type { Client, InArgs, InStatement } from "@libsql/client";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { drizzle } from "drizzle-orm/libsql";
import type { Database } from "../src/core/db/database.ts";
import { storageError } from "../src/core/db/failure.ts";
import { LimitedClient } from "../src/core/db/limited_client.ts";

/** How the store fails: not at all, for writes as on a full disk, or for everything. */
export type Failing = "nothing" | "writes" | "everything";

/** A database that a test takes away and gives back, without a restart. */
export class Outage {
  failing: Failing = "nothing";

  readonly around = (db: Database): Database => ({
    ...db,
    orm: this.#over(db.orm),
    longOrm: this.#over(db.longOrm),
    libraryOrm: this.#over(db.libraryOrm),
    commit: async (statements) => {
      this.check("write");
      await db.commit(statements);
    },
  });

  /** Fails as the store does in the middle of what it is asked for. */
  check(action: "read" | "write"): void {
    if (this.failing === "everything") {
      const message = "fetch failed: connect ECONNREFUSED 10.1.2.3:8080";
      throw storageError(action, { ...FAULT, code: "", message });
    }
    if (this.failing === "writes" && action === "write") {
      const message = "database or disk is full";
      throw storageError(action, { ...FAULT, code: "SQLITE_FULL", message });
    }
  }

  #over(orm: LibSQLDatabase): LibSQLDatabase {
    const { $client } = orm as LibSQLDatabase & { readonly $client: Client };
    return drizzle(new FailingClient($client, this));
  }
}

const FAULT = { isConstraint: false };
const WRITES = /^\s*(?:insert|update|delete|replace)\b/i;

class FailingClient extends LimitedClient {
  readonly #client: Client;
  readonly #outage: Outage;

  constructor(client: Client, outage: Outage) {
    super();
    this.#client = client;
    this.#outage = outage;
  }

  async execute(statement: InStatement | string, args?: InArgs) {
    const text = typeof statement === "string" ? statement : statement.sql;
    this.#outage.check(WRITES.test(text) ? "write" : "read");
    return typeof statement === "string"
      ? await this.#client.execute(statement, args)
      : await this.#client.execute(statement);
  }
}
