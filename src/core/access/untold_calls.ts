import { LIMITS } from "../base/limits.ts";
import type { CountedCalls } from "../db/nodes/feed.ts";

/** Calls that this node has counted and must report to others. */
export class UntoldCalls {
  readonly #counts = new Map<string, Map<string, number>>();

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** Adds calls of a class; negative for uncounted ones. */
  add(name: string, key: string, calls: number): void {
    const counts = this.#counts.get(name) ?? new Map<string, number>();
    const sum = (counts.get(key) ?? 0) + calls;
    if (sum === 0) counts.delete(key);
    else counts.set(key, sum);
    if (counts.size === 0) this.#counts.delete(name);
    else this.#counts.set(name, counts);
  }

  /** Takes as many as fit one row of the feed and counts them as reported. */
  take(): CountedCalls | undefined {
    if (this.isEmpty) return undefined;
    const taken: { [name: string]: { [key: string]: number } } = {};
    let left: number = LIMITS.nodeFeedCallersMax;
    for (const [name, counts] of this.#counts) {
      const some = [...counts.entries().take(left)];
      if (some.length === 0) break;
      taken[name] = Object.fromEntries(some);
      for (const [key] of some) counts.delete(key);
      if (counts.size === 0) this.#counts.delete(name);
      left -= some.length;
    }
    return taken;
  }
}
