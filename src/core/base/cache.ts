import { LRUCache } from "lru-cache";

/**
 * A map that forgets what was not used for longest once it is full. Not a `Map`
 * of its own: deleted entries stay in its hash chains, so that a busy key walked
 * thousands of them.
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

  /** What is heavier than the whole is not kept, and replaces what was there. */
  set(key: K, value: V, weight = 1): void {
    this.#entries.set(key, value, { size: Math.max(1, Math.ceil(weight)) });
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** What it holds now; deleting while looking is fine. */
  *entries(): Iterable<[K, V]> {
    yield* this.#entries.entries();
  }

  clear(): void {
    this.#entries.clear();
  }
}
