import type { Family } from "./metrics.ts";
import { Metrics } from "./metrics.ts";
import type { Counter, Histogram } from "./series.ts";

const SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
const LAGS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const JOBS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** What is counted where it happens (docs/operations.md, Metrics). */
export interface Measures {
  readonly metrics: Metrics;
  /** By operation, wire. */
  readonly operations: Family<Histogram>;
  /** By operation, wire, code; the code is `ok` where there was no error. */
  readonly outcomes: Family<Counter>;
  /** By wire, code: also what no operation was reached by. */
  readonly refusals: Family<Counter>;
  readonly commitSeconds: Family<Histogram>;
  readonly commitJobs: Family<Histogram>;
  readonly commitFailures: Family<Counter>;
  readonly loopLag: Family<Histogram>;
  /** By event of the log. */
  readonly failures: Family<Counter>;
  readonly spansDropped: Family<Counter>;
  /** By outcome. */
  readonly mails: Family<Counter>;
}

/** The measures of one process, all at zero. */
export function createMeasures(): Measures {
  const metrics = new Metrics();
  return {
    metrics,
    operations: metrics.histogram(
      "svc_operation_duration_seconds",
      "How long calls took, by operation and wire.",
      { labels: ["operation", "wire"], bounds: SECONDS },
    ),
    outcomes: metrics.counter(
      "svc_operation_results_total",
      "Calls by operation, wire and error code; ok is none.",
      ["operation", "wire", "code"],
    ),
    refusals: metrics.counter(
      "svc_refusals_total",
      "Errors that were answered, by wire and code, also before any operation.",
      ["wire", "code"],
    ),
    commitSeconds: metrics.histogram(
      "svc_commit_duration_seconds",
      "How long a batch of commits took until it was on the disk.",
      { bounds: SECONDS },
    ),
    commitJobs: metrics.histogram(
      "svc_commit_jobs",
      "Commits that were written together.",
      { bounds: JOBS },
    ),
    commitFailures: metrics.counter(
      "svc_commit_failures_total",
      "Batches of commits that the store could not write.",
    ),
    loopLag: metrics.histogram(
      "svc_event_loop_lag_seconds",
      "For how long the event loop was kept, looked at every 25 ms.",
      { bounds: LAGS },
    ),
    failures: metrics.counter(
      "svc_logged_errors_total",
      "Failures that the log tells of, by event.",
      ["event"],
    ),
    spansDropped: metrics.counter(
      "svc_spans_dropped_total",
      "Spans that the collector did not take, or that found the queue full.",
    ),
    mails: metrics.counter(
      "svc_mail_deliveries_total",
      "Mails that were handed to the relay, by outcome.",
      ["outcome"],
    ),
  };
}
