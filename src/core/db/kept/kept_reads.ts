import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { BoundedCache } from "../../base/cache.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../database.ts";

interface Kept<T> {
  readonly value: Promise<T>;
  readonly count: number;
  readonly until: number;
}

/** Gives what was read under a key, or reads it now. */
export type KeptReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Keeps rows read of tables that are written seldom, until one of them is written, here
 * or by a node that is followed. Where other processes write as well nothing is kept; a
 * write from a terminal beside the service is found a moment later. A caller that asks
 * during a reading shares it. Kept values must not be changed.
 */
export function keptReads<T>(
  { writes }: Database,
  tables: readonly SQLiteTable[],
): KeptReads<T> {
  if (!writes) return (_key, read) => read();
  const names = tables.map(getTableName);
  const kept = new BoundedCache<string, Kept<T>>(LIMITS.keptReadsMax);
  return (key, read) => {
    // Before the reading: what is written during it makes it old.
    const count = writes.count(names);
    const now = performance.now();
    const known = kept.get(key);
    if (known && known.count === count && now < known.until) return known.value;
    const value = read();
    const reading = { value, count, until: now + LIMITS.readsKeptMs };
    kept.set(key, reading);
    value.catch(() => {
      if (kept.get(key) === reading) kept.delete(key);
    });
    return value;
  };
}
