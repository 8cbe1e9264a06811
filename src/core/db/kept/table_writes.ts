import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ID_PREFIXES } from "../../base/ids.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Statement } from "../statement.ts";

const WRITTEN =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from|replace\s+into)\s+"?(\w+)/i;

/** By table, the conversations that were written; null for all that there are. */
export type Touched = Readonly<Record<string, readonly string[] | null>>;

/** The writes of several commits together. */
export function joinedTouched(
  all: readonly Touched[],
): Record<string, readonly string[] | null> {
  const joined: Record<string, readonly string[] | null> = {};
  for (const touched of all) {
    for (const [table, ids] of Object.entries(touched)) {
      const known = joined[table];
      const isAll = ids === null || known === null;
      joined[table] = isAll ? null : [...new Set([...(known ?? []), ...ids])];
    }
  }
  return joined;
}

/** Told which conversations one commit wrote; null for all. */
type Watcher = (conversationIds: readonly string[] | null) => void;

interface Watched {
  readonly tables: readonly string[];
  readonly heard: Watcher;
  readonly underWay: UnderWay;
}

/** Tells which conversations are being written. */
export interface Watch {
  /** True while a commit waits that may write this conversation, or may be on disk untold. */
  isWriting(conversationId: string): boolean;
}

/**
 * Counts the writes of each table, of this process and of those that it follows: a
 * reading of some tables holds as long as their count is the same. Writes by triggers are
 * not counted.
 */
export class TableWrites {
  readonly #counts = new Map<string, number>();
  /** By the text of a statement; "" for one that could write anything. */
  readonly #tables = new Map<string, string>();
  readonly #watched: Watched[] = [];
  readonly #watchedTables = new Set<string>();

  /** Has somebody told of each commit that writes one of some tables. */
  watch(tables: readonly SQLiteTable[], heard: Watcher): Watch {
    const names = tables.map(getTableName);
    for (const it of names) this.#watchedTables.add(it);
    const underWay = new UnderWay();
    this.#watched.push({ tables: names, heard, underWay });
    return underWay;
  }

  /** Notes that a commit waits; {@linkcode settled} ends it, whatever came of it. */
  begin(touched: Touched): void {
    for (const { tables, underWay } of this.#watched) {
      underWay.count(namedIn(touched, tables), 1);
    }
  }

  /** Notes what a commit that was begun may have written, and that it waits no more. */
  settled(touched: Touched): void {
    this.#counted(touched);
    for (const { tables, heard, underWay } of this.#watched) {
      const ids = namedIn(touched, tables);
      if (ids === null || ids.length > 0) heard(ids);
      underWay.count(ids, -1);
    }
  }

  /**
   * Notes what may be on disk by now, before anybody is told that it is: what a commit
   * touched, of this process or another; null is one that may have written anything.
   */
  note(touched: Touched | null): void {
    const written = touched ?? EVERYTHING;
    this.#counted(written);
    for (const { tables, heard } of this.#watched) {
      const ids = namedIn(written, tables);
      if (ids === null || ids.length > 0) heard(ids);
    }
  }

  #counted(written: Touched): void {
    for (const table in written) {
      this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
    }
  }

  /** A number that is another one after each write of any of these tables. */
  count(tables: readonly SQLiteTable[]): number {
    let sum = this.#counts.get(ANY) ?? 0;
    for (const it of tables) sum += this.#counts.get(getTableName(it)) ?? 0;
    return sum;
  }

  /** The tables that some statements write. A write of a watched table names conversations, or may write any. */
  touchedBy(statements: readonly Statement[]): Touched {
    const touched: { [table: string]: string[] | null } = {};
    for (const { sql, args } of statements) {
      const table = this.#tableOf(sql);
      const known = touched[table];
      if (known === null) continue;
      touched[table] = this.#watchedTables.has(table)
        ? withNamed(known, args)
        : null;
    }
    return touched;
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

/** Counts commits that wait, by what they may write. */
class UnderWay implements Watch {
  readonly #byId = new Map<string, number>();
  /** Those that may write any conversation. */
  #ofAll = 0;

  count(ids: readonly string[] | null, step: 1 | -1): void {
    if (!ids) this.#ofAll += step;
    for (const id of ids ?? []) {
      const count = (this.#byId.get(id) ?? 0) + step;
      if (count > 0) this.#byId.set(id, count);
      else this.#byId.delete(id);
    }
  }

  isWriting(conversationId: string): boolean {
    return this.#ofAll > 0 || this.#byId.has(conversationId);
  }
}

/** Stands for every table. */
const ANY = "";
const EVERYTHING: Touched = { [ANY]: null };

/** The conversations that were written in some tables; null for all that there are. */
function namedIn(
  touched: Touched,
  tables: readonly string[],
): readonly string[] | null {
  if (touched[ANY] !== undefined) return null;
  const ids: string[] = [];
  for (const table of tables) {
    const named = touched[table];
    if (named === null) return null;
    for (const id of named ?? []) if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** The id of a conversation begins so. */
const PREFIX = `${ID_PREFIXES.conversation}_`;

/** With 128 bits as digits of five. */
const ID_CHARS = PREFIX.length + 26;

/** The conversations that were named before and those that some arguments name; null if these name none. */
function withNamed(
  known: string[] | undefined,
  args: Statement["args"],
): string[] | null {
  const named = known ?? [];
  let isNamed = false;
  for (const arg of args) {
    // Most texts are told apart by their length, without being looked into.
    if (typeof arg !== "string" || arg.length !== ID_CHARS) continue;
    if (!arg.startsWith(PREFIX)) continue;
    isNamed = true;
    if (!named.includes(arg)) named.push(arg);
  }
  return isNamed ? named : null;
}
