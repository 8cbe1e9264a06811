/** Notified when something happens to its key. */
export interface Listener {
  woken(): void;
}

/** Wakes the subscribers of a key, such as a changed conversation or a revoked credential. */
export class Bus {
  /** Most keys have one listener, which needs no set. */
  readonly #waiting = new Map<string, Listener | Set<Listener>>();
  /** The number of publishes: earlier reads may be outdated since. */
  published = 0;

  /** Wakes the listener on each publish to the key until it is removed. */
  add(key: string, listener: Listener): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) this.#waiting.set(key, listener);
    else if (waiting instanceof Set) waiting.add(listener);
    else this.#waiting.set(key, new Set([waiting, listener]));
  }

  remove(key: string, listener: Listener): void {
    const waiting = this.#waiting.get(key);
    if (waiting instanceof Set) waiting.delete(listener);
    const isEmpty = waiting instanceof Set && waiting.size === 0;
    if (waiting === listener || isEmpty) this.#waiting.delete(key);
  }

  /** Calls `wake` on each publish to the key until the returned function runs. */
  subscribe(key: string, wake: () => void): () => void {
    const listener: Listener = { woken: wake };
    this.add(key, listener);
    return () => this.remove(key, listener);
  }

  publish(key: string): void {
    this.published += 1;
    for (const it of listeners(this.#waiting.get(key))) it.woken();
  }

  /** Wakes everybody; they check themselves whether anything is new. */
  publishAll(): void {
    for (const key of [...this.#waiting.keys()]) {
      if (key !== STOPPING) this.publish(key);
    }
  }

  /** Subscribers of a key, or of all keys. */
  count(key?: string): number {
    if (key !== undefined) return listeners(this.#waiting.get(key)).size;
    let total = 0;
    for (const waiting of this.#waiting.values()) {
      total += listeners(waiting).size;
    }
    return total;
  }
}

const NOBODY: ReadonlySet<Listener> = new Set();

function listeners(
  waiting: Listener | Set<Listener> | undefined,
): ReadonlySet<Listener> {
  if (waiting === undefined) return NOBODY;
  return waiting instanceof Set ? waiting : new Set([waiting]);
}

/** The key published when the process stops, so nobody keeps waiting. */
export const STOPPING = "stopping";

const QUEUE = "queue of ";

/** The key published when a service agent has something new to read. */
export function queueOf(accountId: string): string {
  return QUEUE + accountId;
}

/** True for work that one node should do: the one where it arose. */
export function isOfOneNode(key: string): boolean {
  return key.startsWith(QUEUE);
}

/** The key published when something of an account has changed for it. */
export function inboxOf(accountId: string): string {
  return `inbox of ${accountId}`;
}
