/** Something outside that is handed what waits for it. */
export interface Receiver {
  readonly id: string;
  readonly accountId: string;
  /** Asked only where its account has a share left. */
  host(): string;
  /** True if its last attempt came to nothing. */
  readonly isFailing: boolean;
}

/** How many may be sent to at once: in all, and the most that some of them may take. */
export interface Shares {
  readonly all: number;
  readonly ofAccount: number;
  readonly ofHost: number;
  readonly failing: number;
}

interface Running {
  readonly accountId: string;
  readonly host: string;
  readonly isFailing: boolean;
  readonly work: Promise<void>;
}

/**
 * What is sent to at once, each receiver for itself: one that does not answer keeps nobody
 * else waiting, and no account, no host and nothing that fails takes all the room there is.
 */
export class SharedSlots {
  readonly #running = new Map<string, Running>();
  readonly #shares: Shares;
  readonly #failed: (error: unknown) => void;

  /** @param failed Called when the work of one fails; it is begun again all the same. */
  constructor(shares: Shares, failed: (error: unknown) => void) {
    this.#shares = shares;
    this.#failed = failed;
  }

  get isFull(): boolean {
    return this.#running.size >= this.#shares.all;
  }

  /** Begins the work of one that has none under way and a share left; it does not wait for it. */
  begin(to: Receiver, work: () => Promise<void>): void {
    const { id, accountId, isFailing } = to;
    const { ofAccount, ofHost, failing } = this.#shares;
    if (this.isFull || this.#running.has(id)) return;
    if (this.#count((it) => it.accountId === accountId) >= ofAccount) return;
    if (isFailing && this.#count((it) => it.isFailing) >= failing) return;
    const host = to.host();
    if (this.#count((it) => it.host === host) >= ofHost) return;
    const promise = work()
      .catch(this.#failed)
      .finally(() => this.#running.delete(id));
    this.#running.set(id, { accountId, host, isFailing, work: promise });
  }

  #count(isAlike: (it: Running) => boolean): number {
    return [...this.#running.values()].filter(isAlike).length;
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all([...this.#running.values()].map((it) => it.work));
    }
  }
}
