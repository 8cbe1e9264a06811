import { LRUCache } from "lru-cache";

/**
 * A map that drops the least recently used entry once it is full. A plain `Map`
 * keeps deleted entries in its hash chains: looking up a busy key walked thousands.
 */
export class BoundedCache<K extends object | string | number, V extends {}> {
  readonly #entries: LRUCache<K, V>;

  /** @param weightMax Sum of the weights it may hold. */
  constructor(weightMax: number) {
    this.#entries = new LRUCache({ maxSize: weightMax });
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Replaces the entry; a value heavier than the whole cache is not kept. */
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

/** Gives what is made when it is first asked for, so that a start does not wait for it. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
