/** Whose request it is, under the id that its client gave it. */
interface Ticket {
  readonly id: string | number;
  readonly owner: string;
}

interface Open extends Ticket {
  readonly end: AbortController;
}

/** Requests that are not answered yet: they are counted, and can be called off. */
export class Pending {
  readonly #open = new Set<Open>();

  get size(): number {
    return this.#open.size;
  }

  /**
   * Resolves with what the work gives, or with nothing as soon as the client has
   * gone or has called it off; the work is told by its signal.
   */
  run<T>(
    ticket: Ticket,
    client: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    if (client.aborted) return Promise.resolve(undefined);
    const open = { ...ticket, end: new AbortController() };
    const { signal } = open.end;
    this.#open.add(open);
    return new Promise((resolve, reject) => {
      // Left in place: it goes with its request, and ends nothing by then.
      client.addEventListener("abort", () => open.end.abort(), { once: true });
      signal.addEventListener("abort", () => {
        this.#open.delete(open);
        resolve(undefined);
      });
      work(signal)
        .finally(() => this.#open.delete(open))
        .then(resolve, reject);
    });
  }

  /** `notifications/cancelled`: reaches its own caller's requests only. */
  cancel(id: unknown, owner: string): void {
    for (const open of this.#open) {
      if (open.id === id && open.owner === owner) open.end.abort();
    }
  }
}
