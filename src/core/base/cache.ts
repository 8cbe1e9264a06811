import { LRUCache } from "lru-cache";

/** The use of a cache. */
interface CacheUse {
  hits: number;
  misses: number;
  /** When it was last read. */
  weight: number;
  readonly weightMax: number;
}

/** The newest cache of each name: a process has one of each. */
const CACHES = new Map<string, CacheUse>();

/** The use of every named cache. */
export function cachesInUse(): ReadonlyMap<string, Readonly<CacheUse>> {
  return CACHES;
}

/**
 * A map that drops the least recently used entry once it is full. A plain `Map`
 * keeps deleted entries in its hash chains: looking up a busy key walked thousands.
 */
export class BoundedCache<K extends object | string | number, V extends {}> {
  readonly #entries: LRUCache<K, V>;
  readonly #use: CacheUse | undefined;

  /**
   * @param weightMax Sum of the weights it may hold.
   * @param name The name in the metrics; an unnamed cache is not reported.
   */
  constructor(weightMax: number, name?: string) {
    this.#entries = new LRUCache({ maxSize: Math.floor(weightMax) });
    if (name === undefined) return;
    this.#use = { hits: 0, misses: 0, weightMax, weight: 0 };
    CACHES.set(name, this.#use);
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (this.#use) {
      if (value === undefined) this.#use.misses += 1;
      else this.#use.hits += 1;
      this.#use.weight = this.#entries.calculatedSize;
    }
    return value;
  }

  /** Replaces the entry; a value heavier than the whole cache is not cached. */
  set(key: K, value: V, weight = 1): void {
    this.#entries.set(key, value, { size: Math.max(1, Math.ceil(weight)) });
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** The entries; they may be deleted while iterating. */
  *entries(): Iterable<[K, V]> {
    yield* this.#entries.entries();
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** Creates a value on first use, so a start does not wait for it. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Reads for the first who asks, and for all others within some time; a failed reading is tried
 * again.
 */
export function keptFor<A extends readonly unknown[], T>(
  ms: number,
  read: (...asked: A) => Promise<T>,
): (now: number, ...asked: A) => Promise<T> {
  let kept: { readonly at: number; readonly found: Promise<T> } | undefined;
  return (now, ...asked) => {
    if (kept && Math.abs(now - kept.at) < ms) return kept.found;
    const found = read(...asked);
    kept = { at: now, found };
    found.catch(() => {
      kept = undefined;
    });
    return found;
  };
}
