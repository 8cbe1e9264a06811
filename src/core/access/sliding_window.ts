import { LIMITS } from "../base/limits.ts";

/** How long a window is. */
export const WINDOW_MS = 60_000;

/**
 * Counts one class of calls in minutes of the clock. What an account did in the
 * minute before weighs by the part of it that still lies within the last 60
 * seconds. Only two minutes of active accounts are remembered.
 */
export class SlidingWindow {
  readonly #max: number;
  #minute = 0;
  #now = new Map<string, number>();
  #before = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one call; returns the milliseconds to wait if none is left. */
  take(accountId: string, at: number): number {
    this.#turnTo(at);
    const count = this.#now.get(accountId) ?? 0;
    const before = this.#before.get(accountId) ?? 0;
    const passed = at % WINDOW_MS;
    const weight = before * (1 - passed / WINDOW_MS);
    if (weight + count + 1 > this.#max) {
      return this.#waitMs(count, before) - passed;
    }
    this.#set(accountId, count + 1);
    return 0;
  }

  /** Counts calls that were let in elsewhere, however many; fewer than none are given back. */
  add(accountId: string, at: number, calls: number): void {
    this.#turnTo(at);
    const count = this.#now.get(accountId) ?? 0;
    this.#set(accountId, Math.max(0, count + calls));
  }

  giveBack(accountId: string): void {
    const count = this.#now.get(accountId);
    if (count) this.#now.set(accountId, count - 1);
  }

  #set(accountId: string, count: number): void {
    if (!this.#now.has(accountId)) this.#makeRoom();
    this.#now.set(accountId, count);
  }

  /** The wait, from the start of the minute, until one more call fits. */
  #waitMs(count: number, before: number): number {
    const room = this.#max - 1;
    return count <= room
      ? WINDOW_MS * (1 - (room - count) / before)
      : WINDOW_MS * (2 - room / count);
  }

  #turnTo(at: number): void {
    const minute = Math.floor(at / WINDOW_MS);
    if (minute === this.#minute) return;
    this.#before = minute === this.#minute + 1 ? this.#now : new Map();
    this.#now = new Map();
    this.#minute = minute;
  }

  /** Forgets the oldest account, which may then call a little more. */
  #makeRoom(): void {
    if (this.#now.size < LIMITS.rateAccountsMax) return;
    for (const first of this.#now.keys()) {
      this.#now.delete(first);
      return;
    }
  }
}
