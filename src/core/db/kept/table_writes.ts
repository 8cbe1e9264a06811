import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ID_PREFIXES } from "../../base/ids.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Statement } from "../statement.ts";

const WRITTEN =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from|replace\s+into)\s+"?(\w+)/i;

/** By table, the conversations that were written; null for all that there are. */
export type Touched = Readonly<Record<string, readonly string[] | null>>;

/** Told which conversations one commit wrote; null for all. */
type Watcher = (conversationIds: ReadonlySet<string> | null) => void;

interface Watched {
  readonly tables: readonly string[];
  readonly heard: Watcher;
}

/**
 * Counts the writes of each table, of this process and of those that it follows: what was
 * read of some tables holds as long as their count is the same. What a trigger writes is
 * not counted.
 */
export class TableWrites {
  readonly #counts = new Map<string, number>();
  /** By the text of a statement; "" for one that could write anything. */
  readonly #tables = new Map<string, string>();
  readonly #watched: Watched[] = [];

  /** Has somebody told of each commit that writes one of some tables. */
  watch(tables: readonly SQLiteTable[], heard: Watcher): void {
    this.#watched.push({ tables: tables.map(getTableName), heard });
  }

  /** Notes what may be on disk by now, before anybody is told that it is. */
  note(statements: readonly Statement[]): void {
    this.#note(this.touchedBy(statements));
  }

  /** Notes a commit of another process; null is one that may have written anything. */
  noteOthers(touched: Touched | null): void {
    this.#note(touched ?? { [ANY]: null });
  }

  /** A number that is another one after each write of any of these tables. */
  count(tables: readonly SQLiteTable[]): number {
    let sum = this.#counts.get(ANY) ?? 0;
    for (const it of tables) sum += this.#counts.get(getTableName(it)) ?? 0;
    return sum;
  }

  /** What some statements write. A write of a watched table names conversations, or may write any. */
  touchedBy(statements: readonly Statement[]): Touched {
    const touched: { [table: string]: string[] | null } = {};
    for (const { sql, args } of statements) {
      const table = this.#tableOf(sql);
      const known = touched[table];
      if (known === null) continue;
      const ids = this.#isWatched(table) ? args.filter(isConversationId) : [];
      touched[table] =
        ids.length === 0 ? null : known ? [...known, ...ids] : ids;
    }
    return touched;
  }

  #note(touched: Touched): void {
    for (const table of Object.keys(touched)) {
      this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
    }
    for (const { tables, heard } of this.#watched) {
      const ids = new Set<string>();
      let isAny = touched[ANY] !== undefined;
      for (const table of tables) {
        const named = touched[table];
        if (named === null) isAny = true;
        for (const id of named ?? []) ids.add(id);
      }
      if (isAny) heard(null);
      else if (ids.size > 0) heard(ids);
    }
  }

  #isWatched(table: string): boolean {
    return this.#watched.some(({ tables }) => tables.includes(table));
  }

  #tableOf(sql: string): string {
    const known = this.#tables.get(sql);
    if (known !== undefined) return known;
    const table = WRITTEN.exec(sql)?.[1] ?? ANY;
    if (this.#tables.size >= LIMITS.statementCacheMax) this.#tables.clear();
    this.#tables.set(sql, table);
    return table;
  }
}

/** Stands for every table. */
const ANY = "";

/** The id of a conversation begins so. */
const PREFIX = `${ID_PREFIXES.conversation}_`;

function isConversationId(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(PREFIX);
}
