import { LIMITS } from "../base/limits.ts";

/** A subscriber that is called once after a while. */
export interface Beating {
  beaten(): void;
}

/** A wait ends with a slot, so that it never takes longer than the whole round. */
const SLOTS = 16;
const SLOT_MS = LIMITS.streamAccessCheckMs / SLOTS;

/** One timer for all who wait up to `streamAccessCheckMs`. */
export class Beat {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<Beating>());
  #now = 0;
  #waiting = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Waits; returns the slot for {@linkcode leave}. */
  join(one: Beating): number {
    const slot = (this.#now + SLOTS - 1) % SLOTS;
    this.#slots[slot]?.add(one);
    this.#waiting += 1;
    this.#timer ??= setInterval(() => this.#pass(), SLOT_MS);
    return slot;
  }

  leave(one: Beating, slot: number): void {
    if (this.#slots[slot]?.delete(one)) this.#left(1);
  }

  #pass(): void {
    this.#now = (this.#now + 1) % SLOTS;
    const due = [...(this.#slots[this.#now] ?? [])];
    this.#slots[this.#now]?.clear();
    this.#left(due.length);
    for (const one of due) one.beaten();
  }

  #left(count: number): void {
    this.#waiting -= count;
    if (this.#waiting > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
