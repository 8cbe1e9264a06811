import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ID_PREFIXES } from "../../base/ids.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Statement } from "../statement.ts";

const WRITTEN =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from|replace\s+into)\s+"?(\w+)/i;

/** Tables that were written, and of the watched ones the conversations; null for all that there are. */
export interface Touched {
  readonly tables: readonly string[];
  readonly conversations: readonly string[] | null;
}

/** The writes of several commits together. */
export function joinedTouched(all: readonly Touched[]): Touched {
  const tables = new Set(all.flatMap((it) => it.tables));
  const named = all.map((it) => it.conversations);
  const isAll = named.includes(null);
  const conversations = isAll
    ? null
    : [...new Set(named.flatMap((ids) => ids ?? []))];
  return { tables: [...tables], conversations };
}

/** Notified of the conversations that one commit wrote; null for all. */
type Watcher = (conversationIds: readonly string[] | null) => void;

/** Tells which conversations are being written. */
export interface Watch {
  /** True while a commit waits that may write this conversation, or may be on disk unnoticed. */
  isWriting(conversationId: string): boolean;
}

/**
 * Counts the writes of each table, by this process and followed ones: a read of some tables
 * is valid as long as their count is the same. Writes by triggers are not counted.
 */
export class TableWrites {
  readonly #counts = new Map<string, number>();
  /** By the text of a statement; "" if it could write anything. */
  readonly #tables = new Map<string, string>();
  readonly #watchers: Watcher[] = [];
  readonly #watchedTables = new Set<string>();
  readonly #underWay = new UnderWay();

  /** Calls a listener after each commit that writes a watched table, adding these tables. */
  watch(tables: readonly SQLiteTable[], heard: Watcher): Watch {
    for (const it of tables) this.#watchedTables.add(getTableName(it));
    this.#watchers.push(heard);
    return this.#underWay;
  }

  /** Notes that a commit waits; {@linkcode settled} ends it, whatever its outcome. */
  begin({ conversations }: Touched): void {
    this.#underWay.count(conversations, 1);
  }

  /** Notes what a finished commit may have written. */
  settled(touched: Touched): void {
    this.note(touched);
    this.#underWay.count(touched.conversations, -1);
  }

  /**
   * Notes what may be on disk by now, before anybody is told: what a commit of this process
   * or another touched; null if it may have written anything.
   */
  note(touched: Touched | null): void {
    const { tables, conversations } = touched ?? EVERYTHING;
    for (const table of tables) {
      this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
    }
    if (conversations?.length === 0) return;
    for (const heard of this.#watchers) heard(conversations);
  }

  /** A number that changes with each write of any of these tables. */
  count(tables: readonly string[]): number {
    let sum = this.#counts.get(ANY) ?? 0;
    for (const it of tables) sum += this.#counts.get(it) ?? 0;
    return sum;
  }

  /**
   * The tables that some statements write. A write of a watched table names conversations, or
   * may write any.
   */
  touchedBy(statements: readonly Statement[]): Touched {
    const tables: string[] = [];
    let conversations: string[] | null = [];
    for (const { sql, args } of statements) {
      const table = this.#tableOf(sql);
      if (!tables.includes(table)) tables.push(table);
      if (table === ANY) conversations = null;
      else if (conversations && this.#watchedTables.has(table)) {
        conversations = withNamed(conversations, args);
      }
    }
    return { tables, conversations };
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

/** Counts waiting commits, by what they may write. */
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
const EVERYTHING: Touched = { tables: [ANY], conversations: null };

/** The prefix of a conversation's id. */
const PREFIX = `${ID_PREFIXES.conversation}_`;

/** With 128 bits as five-bit digits. */
const ID_CHARS = PREFIX.length + 26;

/** The conversations named so far plus those in some arguments; null if there are none. */
function withNamed(known: string[], args: Statement["args"]): string[] | null {
  let isNamed = false;
  for (const arg of args) {
    // Most texts differ in length, without a further look.
    if (typeof arg !== "string" || arg.length !== ID_CHARS) continue;
    if (!arg.startsWith(PREFIX)) continue;
    isNamed = true;
    if (!known.includes(arg)) known.push(arg);
  }
  return isNamed ? known : null;
}
