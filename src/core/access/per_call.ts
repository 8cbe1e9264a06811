import type { QueryCall, Readings } from "./context.ts";

/**
 * One kind of read in one attempt of a call: an attempt judges, decides and shows rows that
 * it reads once. After a lost race the next attempt reads again.
 */
export class PerCall<T> {
  /** Returns the cached read under a key, or reads it now. */
  get(
    { attempt }: Pick<QueryCall, "attempt">,
    key: string,
    read: () => Promise<T>,
  ): Promise<T> {
    const values = this.#of(attempt);
    const known = values.get(key);
    if (known) return known;
    const fresh = read();
    values.set(key, fresh);
    return fresh;
  }

  /** Caches what another read has found. */
  set({ attempt }: Pick<QueryCall, "attempt">, key: string, value: T): void {
    this.#of(attempt).set(key, Promise.resolve(value));
  }

  #of(attempt: Readings): Map<string, Promise<T>> {
    const known = attempt.get(this);
    if (known) return known as Map<string, Promise<T>>;
    const fresh = new Map<string, Promise<T>>();
    attempt.set(this, fresh);
    return fresh;
  }
}
