import { LIMITS } from "../base/limits.ts";

/** One reading for all gauges of a scrape, and for scrapes soon after. */
export function keptReading<T>(
  clock: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly at: number; readonly found: Promise<T> } | undefined;
  return () => {
    const now = clock();
    if (kept && Math.abs(now - kept.at) < LIMITS.figuresKeptMs) {
      return kept.found;
    }
    const found = read();
    kept = { at: now, found };
    // A failed reading is tried again at the next scrape.
    found.catch(() => {
      kept = undefined;
    });
    return found;
  };
}
