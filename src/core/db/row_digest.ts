import type { SQL } from "drizzle-orm";
import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { sha256 } from "../base/digest.ts";

/** Digests of rows of one table, equal for a row in memory and its stored form. */
export interface RowDigest {
  /**
   * SHA-256 over the salt and the row: a line `name=JSON` for each covered column, in the
   * order of the names.
   */
  of(salt: string, row: object): string;
  /** Selects the covered columns as stored, JSON as its text. */
  readonly columns: { readonly [name: string]: SQL };
}

interface Column {
  readonly name: string;
  readonly start: string;
  readonly isJson: boolean;
  readonly usual: unknown;
}

/**
 * Digests some columns of a table. A column with null or its default adds nothing, so a later
 * migration may add one without invalidating old rows.
 */
export function rowDigest<T extends SQLiteTable>(
  table: T,
  covered: readonly (keyof T["$inferSelect"] & string)[],
): RowDigest {
  const all = getTableColumns(table);
  const names: readonly string[] = covered.toSorted();
  const columns: Column[] = names.map((name) => ({
    name,
    start: `\n${name}=`,
    isJson: all[name]?.dataType === "json",
    usual: plain(all[name]?.default ?? null),
  }));
  return {
    of: (salt, row) => sha256(salt + linesOf(columns, row)),
    columns: Object.fromEntries(names.map((name) => [name, sql`${all[name]}`])),
  };
}

function linesOf(columns: readonly Column[], row: object): string {
  let lines = "";
  for (const { name, start, isJson, usual } of columns) {
    const value = plain(row[name as keyof typeof row] ?? null);
    if (value === null || value === usual) continue;
    // A text in a JSON column is an object as the database stores it.
    const isText = isJson && typeof value === "string";
    lines += start + (isText ? value : JSON.stringify(value));
  }
  return lines;
}

/** Booleans are stored as 1 and 0. */
function plain(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}
