import type { SQL } from "drizzle-orm";
import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * One placeholder for each named column of a table, with the column's name and encoding. For
 * `values` and `set` alike.
 */
export function slots<
  T extends SQLiteTable,
  const K extends keyof T["$inferInsert"] & string,
>(table: T, ...names: readonly K[]): { [name in K]: SQL } {
  const columns = getTableColumns(table);
  const made: { [name: string]: SQL } = {};
  for (const name of names) {
    const column = columns[name];
    if (!column) throw new TypeError(`No column ${name}`);
    made[name] = sql`${sql.param(sql.placeholder(name), column)}`;
  }
  return made as { [name in K]: SQL };
}

/** The same for all columns but some: what a row may change, besides its key. */
export function slotsBut<
  T extends SQLiteTable,
  const K extends keyof T["$inferInsert"] & string,
>(
  table: T,
  ...others: readonly K[]
): { [name in Exclude<keyof T["$inferInsert"] & string, K>]: SQL } {
  const left: readonly string[] = others;
  const names = Object.keys(getTableColumns(table)).filter(
    (it) => !left.includes(it),
  );
  return slots(
    table,
    ...(names as Exclude<keyof T["$inferInsert"] & string, K>[]),
  );
}

/** The same for all columns: a row as it is inserted. */
export function rowSlots<T extends SQLiteTable>(
  table: T,
): { [name in keyof T["$inferInsert"] & string]: SQL } {
  return slotsBut<T, never>(table);
}
