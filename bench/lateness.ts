/** How late something was, in milliseconds. */
export interface Lateness {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** What times come to. */
export function latenessOf(times: readonly number[]): Lateness {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** The same for a person, beside what it should be. */
export function latenessText(
  { count, p50, p99, max }: Lateness,
  goal: number,
): string {
  const judged = p99 <= goal ? "met" : "NOT MET";
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, at most ${max.toFixed(0)} ms of ${count} (goal p99 ≤ ${goal} ms: ${judged})`;
}
