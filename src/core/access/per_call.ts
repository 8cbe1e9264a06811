import type { QueryCall } from "./context.ts";

/**
 * What one attempt of a call has read of one kind: what it judges, decides and shows by
 * is read once. A lost race reads anew, for it is another attempt.
 */
export class PerCall<T> {
  readonly #known = new WeakMap<object, Map<string, Promise<T>>>();

  /** What was read under a key, or is read now. */
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

  /** Keeps what another read has found, too. */
  set({ attempt }: Pick<QueryCall, "attempt">, key: string, value: T): void {
    this.#of(attempt).set(key, Promise.resolve(value));
  }

  #of(attempt: object): Map<string, Promise<T>> {
    const known = this.#known.get(attempt);
    if (known) return known;
    const fresh = new Map<string, Promise<T>>();
    this.#known.set(attempt, fresh);
    return fresh;
  }
}
