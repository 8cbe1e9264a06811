import type { SQL } from "drizzle-orm";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import type { Database } from "./database.ts";

/** A row with its owner and its place among the owner's rows. */
export interface OwnedRow {
  readonly owner: string;
  readonly key: string | number;
}

/** Reads rows of a table by their owners, with a limit. */
export interface OwnedRows<T extends OwnedRow> {
  /** Those of several owners. */
  some(owners: readonly string[]): Promise<readonly T[]>;
  /** Those of one owner after a key, in order. */
  page(owner: string, after: string | number): Promise<readonly T[]>;
  /** Before every key. */
  readonly start: string | number;
}

/** A table of owned rows, and the columns to read. */
export interface OwnedTable {
  readonly table: SQLiteTable;
  readonly columns: Readonly<Record<string, SQL | SQLiteColumn>>;
  readonly owner: SQLiteColumn;
  readonly key: SQLiteColumn;
  readonly start: string | number;
}

const value = sql.placeholder;

/** Prepares reads of rows by their owners; an index has owner and key. */
export function ownedRows<T extends OwnedRow>(
  orm: Database["orm"],
  { table, columns, owner, key, start }: OwnedTable,
): OwnedRows<T> {
  const of = { ...columns, owner, key };
  const some = orm
    .select(of)
    .from(table)
    .where(sql`${owner} in (select value from json_each(${value("owners")}))`)
    .limit(LIMITS.verifyRowsAtOnce)
    .prepare();
  const page = orm
    .select(of)
    .from(table)
    .where(and(eq(owner, value("owner")), gt(key, value("after"))))
    .orderBy(asc(key))
    .limit(LIMITS.verifyRowsAtOnce)
    .prepare();
  return {
    some: async (owners) =>
      (await some.all({ owners: JSON.stringify(owners) })) as T[],
    page: async (owner, after) => (await page.all({ owner, after })) as T[],
    start,
  };
}

/**
 * Reads rows of several owners: all at once if there are few, which saves a distant database
 * most of its round trips, otherwise page by page.
 */
export class OwnerBatch {
  readonly db: Database;
  readonly owners: readonly string[];
  readonly #read = new Map<object, Promise<unknown>>();

  constructor(db: Database, owners: readonly string[]) {
    this.db = db;
    this.owners = owners;
  }

  /** The rows of an owner, in the order of their keys. */
  async *rows<T extends OwnedRow>(
    table: OwnedRows<T>,
    owner: string,
  ): AsyncGenerator<T> {
    const all = await this.#together(table);
    for (const row of all?.get(owner) ?? []) {
      await pace.turn();
      yield row;
    }
    if (all) return;
    for (let after = table.start; ; ) {
      const page = await table.page(owner, after);
      for (const row of page) {
        await pace.turn();
        after = row.key;
        yield row;
      }
      if (page.length < LIMITS.verifyRowsAtOnce) return;
    }
  }

  /** The rows by owner; null if there are too many. */
  #together<T extends OwnedRow>(
    table: OwnedRows<T>,
  ): Promise<ReadonlyMap<string, readonly T[]> | null> {
    const known = this.#read.get(table);
    const read = known ?? this.#readAll(table);
    this.#read.set(table, read);
    return read as Promise<ReadonlyMap<string, readonly T[]> | null>;
  }

  async #readAll<T extends OwnedRow>(table: OwnedRows<T>) {
    const rows = await table.some(this.owners);
    if (rows.length === LIMITS.verifyRowsAtOnce) return null;
    const byOwner = Map.groupBy(rows, ({ owner }) => owner);
    for (const [owner, own] of byOwner) {
      byOwner.set(
        owner,
        own.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      );
    }
    return byOwner;
  }
}
