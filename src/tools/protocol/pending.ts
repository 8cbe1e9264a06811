import { inNextTurn } from "../../core/base/pace.ts";

/** The owner of a request, and the id that its client gave it. */
interface Ticket {
  readonly id: string | number;
  readonly owner: string;
}

/** A request that is not answered yet. */
interface Open extends Ticket {
  readonly abort: () => void;
}

/** Says when nobody waits for an answer any longer; its signal is made for who asks for it. */
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
      // To listen costs as much as most calls, which are answered in the turn they came in.
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
    // Left in place: it goes with its request, and ends nothing by then.
    else client.addEventListener("abort", open.abort, { once: true });
  }

  /** `notifications/cancelled`: reaches its own caller's requests only. */
  cancel(id: unknown, owner: string): void {
    for (const open of this.#open) {
      if (open.id === id && open.owner === owner) open.abort();
    }
  }
}
