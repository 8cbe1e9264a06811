/** An external receiver of waiting deliveries. */
export interface Receiver {
  readonly id: string;
  readonly accountId: string;
  /** Called only while its account has a share left. */
  host(): string;
  /** True if its last attempt failed. */
  readonly isFailing: boolean;
}

/** How many may be sent to at once: in total, and per share. */
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
 * The running deliveries, in shares: a receiver that does not answer delays no other, and no
 * account, host or failing receiver takes all the room.
 */
export class SharedSlots {
  readonly #running = new Map<string, Running>();
  readonly #shares: Shares;
  readonly #failed: (error: unknown) => void;
  #waiting: readonly Receiver[] = [];

  /** @param failed Called when the work of one fails; it starts again anyway. */
  constructor(shares: Shares, failed: (error: unknown) => void) {
    this.#shares = shares;
    this.#failed = failed;
  }

  get isFull(): boolean {
    return this.#running.size >= this.#shares.all;
  }

  /**
   * Starts the work of each receiver without running work and with a share left, and does not
   * wait. The others replace those that waited before, and start as shares become free.
   */
  begin(
    receivers: readonly Receiver[],
    work: (receiver: Receiver) => Promise<void>,
  ): void {
    this.#waiting = receivers.filter((it) => !this.#begins(it, work));
  }

  #begins(to: Receiver, work: (receiver: Receiver) => Promise<void>): boolean {
    const { id, accountId, isFailing } = to;
    const { ofAccount, ofHost, failing } = this.#shares;
    if (this.#running.has(id)) return true;
    if (this.isFull) return false;
    if (this.#count((it) => it.accountId === accountId) >= ofAccount) {
      return false;
    }
    if (isFailing && this.#count((it) => it.isFailing) >= failing) return false;
    const host = to.host();
    if (this.#count((it) => it.host === host) >= ofHost) return false;
    const promise = work(to)
      .catch(this.#failed)
      .finally(() => {
        this.#running.delete(id);
        this.begin(this.#waiting, work);
      });
    this.#running.set(id, { accountId, host, isFailing, work: promise });
    return true;
  }

  #count(isAlike: (it: Running) => boolean): number {
    let count = 0;
    for (const it of this.#running.values()) if (isAlike(it)) count += 1;
    return count;
  }

  /** Resolves once nothing is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all([...this.#running.values()].map((it) => it.work));
    }
  }
}
