import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { LIMITS } from "../../base/limits.ts";
import type { Statement } from "../statement.ts";

const WRITTEN =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from|replace\s+into)\s+"?(\w+)/i;

/** Told of what was written of a table by one commit. */
type Watcher = (written: readonly Statement[]) => void;

/**
 * Counts the writes of each table, of a process that writes alone: what was read of
 * some tables holds as long as their count is the same. What a trigger writes is not
 * counted.
 */
export class TableWrites {
  readonly #counts = new Map<string, number>();
  /** By the text of a statement; "" for one that could write anything. */
  readonly #tables = new Map<string, string>();

  readonly #watchers: { readonly table: string; readonly heard: Watcher }[] =
    [];

  /** Has somebody told of each commit that writes a table. */
  watch(table: SQLiteTable, heard: Watcher): void {
    this.#watchers.push({ table: getTableName(table), heard });
  }

  /** Notes what may be on disk by now, before anybody is told that it is. */
  note(statements: readonly Statement[]): void {
    for (const { sql } of statements) {
      const table = this.#tableOf(sql);
      this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
    }
    for (const { table, heard } of this.#watchers) {
      const written: Statement[] = [];
      for (const statement of statements) {
        const name = this.#tableOf(statement.sql);
        if (name === table || name === "") written.push(statement);
      }
      if (written.length > 0) heard(written);
    }
  }

  /** A number that is another one after each write of any of these tables. */
  count(tables: readonly SQLiteTable[]): number {
    let sum = this.#counts.get("") ?? 0;
    for (const it of tables) sum += this.#counts.get(getTableName(it)) ?? 0;
    return sum;
  }

  #tableOf(sql: string): string {
    const known = this.#tables.get(sql);
    if (known !== undefined) return known;
    const table = WRITTEN.exec(sql)?.[1] ?? "";
    if (this.#tables.size >= LIMITS.statementCacheMax) this.#tables.clear();
    this.#tables.set(sql, table);
    return table;
  }
}
