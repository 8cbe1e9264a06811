/** Told that something happened, and what it was about where that says more than the key. */
type Wake = (about?: string) => void;

/** Wakes whoever waits for a key: a conversation that changed, a credential that died. */
export class Bus {
  readonly #waiting = new Map<string, Set<Wake>>();

  /** Calls `wake` on each publish to the key until the returned function runs. */
  subscribe(key: string, wake: Wake): () => void {
    const waiting = this.#waiting.get(key) ?? new Set();
    waiting.add(wake);
    this.#waiting.set(key, waiting);
    return () => {
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(key);
    };
  }

  publish(key: string, about?: string): void {
    for (const wake of this.#waiting.get(key) ?? []) wake(about);
  }

  /** Subscribers of a key, or of all keys. */
  count(key?: string): number {
    if (key !== undefined) return this.#waiting.get(key)?.size ?? 0;
    let total = 0;
    for (const waiting of this.#waiting.values()) total += waiting.size;
    return total;
  }
}

/** The key that is published when a service agent has something new to read. */
export function queueOf(accountId: string): string {
  return `queue of ${accountId}`;
}

/** The key that is published when a conversation of an account has changed. */
export function inboxOf(accountId: string): string {
  return `inbox of ${accountId}`;
}

/** The key that is published, with its id, when a draft of an account is gone. */
export function removalsOf(accountId: string): string {
  return `removals of ${accountId}`;
}
