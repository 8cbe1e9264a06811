/** Runs work with the same key one after the other, in this process. */
export class Locks {
  readonly #tails = new Map<string, Promise<void>>();

  /** Holds all keys while `work` runs; taken in sorted order, so they cannot deadlock. */
  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    try {
      for (const key of [...new Set(keys)].sort()) {
        releases.push(await this.#take(key));
      }
      return await work();
    } finally {
      for (const release of releases) release();
    }
  }

  async #take(key: string): Promise<() => void> {
    const before = this.#tails.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    const tail = before ? before.then(() => promise) : promise;
    this.#tails.set(key, tail);
    if (before) await before;
    return () => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
      resolve();
    };
  }
}
