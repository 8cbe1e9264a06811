/** A number that only grows. */
export class Counter {
  value = 0;

  add(more = 1): void {
    this.value += more;
  }
}

/** The distribution of values over ranges. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  sum = 0;
  count = 0;

  /** @param bounds Upper ends of the ranges, in rising order. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length);
  }

  observe(value: number): void {
    this.sum += value;
    this.count += 1;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at >= 0) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  /** For each range the number of values in it or below. */
  buckets(): readonly (readonly [le: string, count: number])[] {
    let below = 0;
    const found = this.#bounds.map((bound, at) => {
      below += this.#counts[at] ?? 0;
      return [String(bound), below] as const;
    });
    return [...found, ["+Inf", this.count]];
  }
}
