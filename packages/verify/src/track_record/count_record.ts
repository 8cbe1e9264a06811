/** A job that was paid for, as a track record counts it. Times in milliseconds. */
export interface PaidJob {
  readonly payerId: string;
  readonly releasedAt: number;
  /** From the request to its acceptance; null if it was paid without one. */
  readonly acceptedInMs: number | null;
  /** True if the payee gave some of it back. */
  readonly isRefunded: boolean;
}

/** The numbers of a track record. */
export interface RecordCounts {
  /** Paid jobs; those of one payer in one month count as one. */
  readonly completed: number;
  /** Different payers. */
  readonly payers: number;
  /** Of the completed ones, those of which something was given back. */
  readonly refunded: number;
  /** Median time from a request to its acceptance; null if no job was accepted first. */
  readonly acceptMs: number | null;
}

/** The days before its end that a record is counted over. */
export const RECORD_DAYS = 365;

/** Below this many completed jobs a record says nothing. */
export const RECORD_LEAST = 5;

/**
 * Counts a track record; undefined below {@linkcode RECORD_LEAST}. A payer counts once a month
 * (UTC), so that many small jobs between two friends make no record. Pure.
 */
export function countRecord(
  jobs: readonly PaidJob[],
): RecordCounts | undefined {
  const months = Map.groupBy(jobs, ({ payerId, releasedAt }) =>
    JSON.stringify([payerId, new Date(releasedAt).toISOString().slice(0, 7)]),
  );
  if (months.size < RECORD_LEAST) return undefined;
  const times = jobs
    .map((it) => it.acceptedInMs)
    .filter((it): it is number => it !== null)
    .toSorted((a, b) => a - b);
  return {
    completed: months.size,
    payers: new Set(jobs.map(({ payerId }) => payerId)).size,
    refunded: [...months.values()].filter((all) =>
      all.some(({ isRefunded }) => isRefunded),
    ).length,
    acceptMs: times[Math.floor(times.length / 2)] ?? null,
  };
}
