/** The operations that ran since the last look: one of them blocks the thread. */
export class Running {
  readonly #now = new Map<string, number>();
  #since = new Set<string>();
  #count = 0;

  /** How many are running. */
  get count(): number {
    return this.#count;
  }

  /** Runs the work of an operation. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#since.add(name);
    this.#count += 1;
    this.#now.set(name, (this.#now.get(name) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.#count -= 1;
      const left = (this.#now.get(name) ?? 1) - 1;
      if (left === 0) this.#now.delete(name);
      else this.#now.set(name, left);
    }
  }

  /** Their distinct names since the last look. */
  look(): readonly string[] {
    const names = [...this.#since];
    this.#since = new Set(this.#now.keys());
    return names;
  }
}
