import { LIMITS } from "../base/limits.ts";

/** The length of a window. */
export const WINDOW_MS = 60_000;

/** The length of the window for daily limits. */
export const DAY_WINDOW_MS = 24 * 60 * WINDOW_MS;

/**
 * Counts one class of calls in windows of the clock, usually minutes. The calls of the
 * previous window count in proportion to its overlap with the last window length. Only two
 * windows of active accounts are stored.
 */
export class SlidingWindow {
  readonly #max: number;
  readonly #lengthMs: number;
  #window = 0;
  #now = new Map<string, number>();
  #before = new Map<string, number>();

  constructor(max: number, lengthMs = WINDOW_MS) {
    this.#max = max;
    this.#lengthMs = lengthMs;
  }

  /**
   * Counts one call, or the given amount; returns the milliseconds to wait if there is no
   * room. More than a whole window counts as a full one.
   */
  take(accountId: string, at: number, brought = 1): number {
    const amount = Math.min(brought, this.#max);
    this.#turnTo(at);
    const count = this.#now.get(accountId) ?? 0;
    const before = this.#before.get(accountId) ?? 0;
    const passed = at % this.#lengthMs;
    const weight = before * (1 - passed / this.#lengthMs);
    if (weight + count + amount > this.#max) {
      return this.#waitMs(count, before, this.#max - amount) - passed;
    }
    this.#set(accountId, count + amount);
    return 0;
  }

  /** Counts calls admitted elsewhere, however many; a negative number uncounts. */
  add(accountId: string, at: number, calls: number): void {
    this.#turnTo(at);
    const count = this.#now.get(accountId) ?? 0;
    this.#set(accountId, Math.max(0, count + calls));
  }

  giveBack(accountId: string, amount = 1): void {
    const count = this.#now.get(accountId);
    if (count) this.#now.set(accountId, Math.max(0, count - amount));
  }

  #set(accountId: string, count: number): void {
    if (!this.#now.has(accountId)) this.#makeRoom();
    this.#now.set(accountId, count);
  }

  /** The wait, from the start of the window, until at most `room` is counted. */
  #waitMs(count: number, before: number, room: number): number {
    return count <= room
      ? this.#lengthMs * (1 - (room - count) / before)
      : this.#lengthMs * (2 - room / count);
  }

  #turnTo(at: number): void {
    const window = Math.floor(at / this.#lengthMs);
    if (window === this.#window) return;
    this.#before = window === this.#window + 1 ? this.#now : new Map();
    this.#now = new Map();
    this.#window = window;
  }

  /** Drops the oldest account, which may then call a little more. */
  #makeRoom(): void {
    if (this.#now.size < LIMITS.rateAccountsMax) return;
    for (const first of this.#now.keys()) {
      this.#now.delete(first);
      return;
    }
  }
}
