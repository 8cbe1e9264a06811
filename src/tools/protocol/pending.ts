/** Whose request it is, under the id that its client gave it. */
interface Ticket {
  readonly id: string | number;
  readonly owner: string;
}

/** A request that is not answered yet. */
interface Open extends Ticket {
  readonly client: AbortSignal;
  readonly end: Ending;
  abort(): void;
}

/** Says when nobody waits for an answer any longer; its signal is made for who asks for it. */
export class Ending {
  #isOver = false;
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isOver) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#isOver = true;
    this.#controller?.abort();
  }
}

/** Requests that are not answered yet: they are counted, and can be called off. */
export class Pending {
  readonly #open = new Set<Open>();
  /** Those that came in this turn. */
  #fresh: Open[] = [];

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
    work: (end: Ending) => Promise<T>,
  ): Promise<T | undefined> {
    if (client.aborted) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const end = new Ending();
      const abort = () => {
        this.#open.delete(open);
        end.abort();
        resolve(undefined);
      };
      const open = { ...ticket, client, end, abort };
      this.#open.add(open);
      this.#listen(open);
      work(end)
        .finally(() => this.#open.delete(open))
        .then(resolve, reject);
    });
  }

  /** Most are answered in the turn in which they came, and to listen costs as much. */
  #listen(open: Open): void {
    if (this.#fresh.push(open) > 1) return;
    setImmediate(() => {
      for (const it of this.#fresh.splice(0)) {
        if (!this.#open.has(it)) continue;
        if (it.client.aborted) it.abort();
        // Left in place: it goes with its request, and ends nothing by then.
        else it.client.addEventListener("abort", it.abort, { once: true });
      }
    });
  }

  /** `notifications/cancelled`: reaches its own caller's requests only. */
  cancel(id: unknown, owner: string): void {
    for (const open of this.#open) {
      if (open.id === id && open.owner === owner) open.abort();
    }
  }
}
