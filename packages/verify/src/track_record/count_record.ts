/** A job that a price was held for, as a track record counts it. Times in milliseconds. */
export interface PaidJob {
  readonly payerId: string;
  /** When it was paid for; if it was not, when its price went back. */
  readonly endedAt: number;
  /** False if its price went back: its deadline was missed, or a dispute ended so. */
  readonly isPaid: boolean;
  /** True if its condition was met by its deadline; null without a deadline. */
  readonly isOnTime: boolean | null;
  /** True if its payer disputed it, and did not withdraw that. */
  readonly isDisputed: boolean;
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
  /** Jobs with a deadline, also those that were not paid for because it was missed. */
  readonly withDeadline: number;
  /** Of those, the ones whose condition was met by then. */
  readonly onTime: number;
  /** Jobs that were disputed, also those whose price went back by that. */
  readonly disputed: number;
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
 * (UTC), so that many small jobs between two friends make no record; one late job of a month
 * makes it late. Pure.
 */
export function countRecord(
  jobs: readonly PaidJob[],
): RecordCounts | undefined {
  const paid = jobs.filter(({ isPaid }) => isPaid);
  const months = byMonth(paid);
  if (months.length < RECORD_LEAST) return undefined;
  const due = byMonth(jobs.filter(({ isOnTime }) => isOnTime !== null));
  const times = paid
    .map((it) => it.acceptedInMs)
    .filter((it): it is number => it !== null)
    .toSorted((a, b) => a - b);
  return {
    completed: months.length,
    payers: new Set(paid.map(({ payerId }) => payerId)).size,
    withDeadline: due.length,
    onTime: due.filter((all) => all.every(({ isOnTime }) => isOnTime)).length,
    disputed: byMonth(jobs.filter(({ isDisputed }) => isDisputed)).length,
    refunded: months.filter((all) => all.some(({ isRefunded }) => isRefunded))
      .length,
    acceptMs: times[Math.floor(times.length / 2)] ?? null,
  };
}

/** The jobs of each payer in each month. */
function byMonth(jobs: readonly PaidJob[]): readonly (readonly PaidJob[])[] {
  const months = Map.groupBy(jobs, ({ payerId, endedAt }) =>
    JSON.stringify([payerId, new Date(endedAt).toISOString().slice(0, 7)]),
  );
  return [...months.values()];
}
