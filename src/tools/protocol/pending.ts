import { inNextTurn } from "../../core/base/pace.ts";

/** The owner of a request, and its client's id for it. */
interface Ticket {
  readonly id: string | number;
  readonly owner: string;
}

/** A request that is not answered yet. */
interface Open extends Ticket {
  readonly abort: () => void;
}

/** Tells when nobody waits for an answer any more; its signal is made on demand. */
export class CallEnd {
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

/** Unanswered requests, which can be counted and canceled. */
export class Pending {
  readonly #open = new Set<Open>();

  get size(): number {
    return this.#open.size;
  }

  /**
   * Resolves with the result of the work, or with undefined as soon as the client has left or
   * canceled it; the signal tells the work.
   */
  run<T>(
    { id, owner }: Ticket,
    client: AbortSignal,
    work: (end: CallEnd) => Promise<T>,
  ): Promise<T | undefined> {
    if (client.aborted) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const end = new CallEnd();
      const abort = () => {
        this.#open.delete(open);
        end.abort();
        resolve(undefined);
      };
      const open = { id, owner, abort };
      this.#open.add(open);
      // Listening costs as much as most calls, which are answered in the same turn.
      inNextTurn(() => this.#listen(open, client));
      work(end).then(
        (given) => {
          this.#open.delete(open);
          resolve(given);
        },
        (error) => {
          this.#open.delete(open);
          reject(error);
        },
      );
    });
  }

  #listen(open: Open, client: AbortSignal): void {
    if (!this.#open.has(open)) return;
    if (client.aborted) open.abort();
    // Not removed: it ends with its request, and then has no effect.
    else client.addEventListener("abort", open.abort, { once: true });
  }

  /** `notifications/cancelled`: reaches only its own caller's requests. */
  cancel(id: unknown, owner: string): void {
    for (const open of this.#open) {
      if (open.id === id && open.owner === owner) open.abort();
    }
  }
}
