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

/** Returns the cached value of a key, or reads it now. */
export type KeptReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Caches rows of rarely written tables until one of these is written, here or by a followed
 * node. If other processes write as well, nothing is cached; a write from a terminal next to
 * the service is seen a moment later. Simultaneous callers share a read. Cached values must
 * not be changed.
 */
export function keptReads<T>(
  { writes }: Database,
  tables: readonly SQLiteTable[],
): KeptReads<T> {
  if (!writes) return (_key, read) => read();
  const names = tables.map(getTableName);
  const kept = new BoundedCache<string, Kept<T>>(LIMITS.keptReadsMax);
  return (key, read) => {
    // Before the read, because a write during it makes it outdated.
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
