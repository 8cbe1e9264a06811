import type { Bus } from "../events/bus.ts";

/**
 * Reads once for all streams that ask the same in one turn of the event loop. A publication
 * in between ends the sharing: an earlier read may be old.
 */
export class SharedReads<T> {
  readonly #reads = new Map<unknown, Promise<T>>();
  #published = 0;

  once({ published }: Bus, key: unknown, read: () => Promise<T>): Promise<T> {
    if (published !== this.#published) this.#reads.clear();
    this.#published = published;
    const known = this.#reads.get(key);
    if (known) return known;
    if (this.#reads.size === 0) setImmediate(() => this.#reads.clear());
    const reading = read();
    this.#reads.set(key, reading);
    return reading;
  }
}
