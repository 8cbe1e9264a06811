import type { Bus } from "../events/bus.ts";

/**
 * What many streams ask in one turn of the event loop is read once. Whatever is
 * published in between ends the sharing: what was read before it may be old.
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
