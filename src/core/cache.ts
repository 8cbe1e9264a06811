/** A map that forgets what was not used for longest once it is full. */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, { value: V; weight: number }>();
  readonly #weightMax: number;
  #weight = 0;

  /** @param weightMax Sum of the weights it may hold. */
  constructor(weightMax: number) {
    this.#weightMax = weightMax;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#weightMax) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#weightMax) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  /** What it holds now; deleting while looking is fine. */
  *entries(): Iterable<[K, V]> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
