import type { Family } from "../../../packages/telemetry/src/metrics.ts";
import { Metrics } from "../../../packages/telemetry/src/metrics.ts";
import type {
  Counter,
  Histogram,
} from "../../../packages/telemetry/src/series.ts";
import { LIMITS } from "../base/limits.ts";
import { withinTime } from "../base/time.ts";
import type { SenderName } from "../db/tables/data/delivery_schema.ts";

const SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
const READ_SECONDS = [0.00001, 0.0001, ...SECONDS];
const LAGS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const JOBS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** The counters updated as things happen (docs/monitoring.md, Metrics). */
export interface Measures {
  readonly metrics: Metrics;
  /** By operation, wire. */
  readonly operations: Family<Histogram>;
  /** By operation, wire, code; the code is `ok` without an error. */
  readonly outcomes: Family<Counter>;
  /** By wire, code: also refusals that reached no operation. */
  readonly refusals: Family<Counter>;
  /** By method, route, status, error type, with OpenTelemetry's names for HTTP. */
  readonly requests: Family<Histogram>;
  /** By method, tool, error type, with its names for MCP. */
  readonly messages: Family<Histogram>;
  /** By system, operation, with its names for databases. */
  readonly statements: Family<Histogram>;
  readonly commitJobs: Family<Histogram>;
  readonly commitFailures: Family<Counter>;
  readonly loopLag: Family<Histogram>;
  /** By event of the log. */
  readonly failures: Family<Counter>;
  readonly spansDropped: Family<Counter>;
  /** By outcome: taken, or the code of the refusal. */
  readonly signedRequests: Family<Counter>;
  /** By outcome. */
  readonly mailAnswers: Family<Counter>;
  /** By sender; of each, by outcome. */
  readonly deliveries: Readonly<Record<SenderName, Family<Counter>>>;
}

const BOUNDS = {
  seriesMax: LIMITS.metricSeriesMax,
  inTime: <T>(work: Promise<T>) =>
    withinTime<T | undefined>(LIMITS.metricReadMs, work, () => undefined),
};

/** The measures of one process, all at zero. */
export function createMeasures(): Measures {
  const metrics = new Metrics(BOUNDS);
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
    requests: metrics.histogram(
      "http_server_request_duration_seconds",
      "How long requests took until their answer began, by route.",
      {
        labels: [
          "http_request_method",
          "http_route",
          "http_response_status_code",
          "error_type",
        ],
        bounds: SECONDS,
      },
    ),
    messages: metrics.histogram(
      "mcp_server_operation_duration_seconds",
      "How long requests of MCP took, by method and tool.",
      {
        labels: ["mcp_method_name", "gen_ai_tool_name", "error_type"],
        bounds: SECONDS,
      },
    ),
    statements: metrics.histogram(
      "db_client_operation_duration_seconds",
      "How long reads took, and batches of commits until they were on the disk.",
      { labels: ["db_system_name", "db_operation_name"], bounds: READ_SECONDS },
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
    mailAnswers: metrics.counter(
      "svc_mail_answers_total",
      "Mails that came in as answers, by outcome.",
      ["outcome"],
    ),
    signedRequests: metrics.counter(
      "svc_signed_requests_total",
      "Signed requests of other services, by outcome.",
      ["outcome"],
    ),
    deliveries: deliveryMeasures(metrics),
  };
}

function deliveryMeasures(metrics: Metrics): Measures["deliveries"] {
  return {
    a2a: metrics.counter(
      "svc_remote_attempts_total",
      "Attempts to hand a message to another service, by outcome.",
      ["outcome"],
    ),
    fetch: metrics.counter(
      "svc_file_fetches_total",
      "Attempts to fetch a file of a message from another service, by outcome.",
      ["outcome"],
    ),
    webhook: metrics.counter(
      "svc_webhook_attempts_total",
      "Attempts to hand an event to a webhook, by outcome.",
      ["outcome"],
    ),
    push: metrics.counter(
      "svc_push_attempts_total",
      "Attempts to tell a device something by Web Push, by outcome.",
      ["outcome"],
    ),
    mail: metrics.counter(
      "svc_mail_deliveries_total",
      "Mails that were handed to the relay, by outcome.",
      ["outcome"],
    ),
  };
}
