/**
 * How does an operator see how the service is? `repeats.ts` counts equal failures,
 * `measures.ts` has what is measured where it happens, `process_gauges.ts` what is read at
 * a scrape, `probe_store.ts` shows whether a write reaches the disk. Series and spans are in
 * `packages/telemetry/`.
 * @module
 */
import { redact } from "../base/redact.ts";
import { showTime } from "../base/time.ts";
import type { Described } from "./repeats.ts";
import { Repeats } from "./repeats.ts";

const CAUSES_MAX = 4;
// A failed query's message ends with its values, which may be anybody's words.
const QUERY_VALUES = "\nparams: ";

/** The level of a log: everything, only failures, or nothing. */
export type LogLevel = "info" | "error" | "off";

/** Where a log is written, and secrets to redact besides texts in a token's form. */
export interface LogOptions {
  readonly clock?: () => number;
  readonly level?: LogLevel;
  /** Secret settings, whatever they look like. */
  readonly secrets?: readonly string[];
  /** Notified of each failure, also of those that are only counted. */
  readonly failed?: (event: string) => void;
}

/**
 * Logs as JSON lines: no request body, no header, no token, no secret of a setting. A failure
 * equal to one of the last minute is counted instead of written again.
 */
export function createLog(
  write: (line: string) => void,
  { clock, level: least = "info", secrets = [], failed }: LogOptions = {},
): Log {
  const clean = (_key: string, value: unknown) =>
    typeof value === "string" ? redact(value, secrets) : value;
  const line = (level: "info" | "error", fields: object) => {
    const at = clock && showTime(clock());
    write(JSON.stringify({ at, level, ...fields }, clean));
  };
  const repeats = new Repeats((fields) => line("error", fields));
  return {
    info: (event, fields) => {
      if (least === "info") line("info", { event, ...fields });
    },
    error: (event, cause, requestId, traceId) => {
      failed?.(event);
      if (least === "off") return;
      const error = describe(cause, 1);
      if (repeats.isNew({ event, requestId, traceId, error })) {
        line("error", { event, requestId, traceId, error });
      }
    },
  };
}

function describe(error: unknown, depth: number): Described {
  if (!(error instanceof Error)) {
    return { name: typeof error, message: withoutValues(String(error)) };
  }
  const message = withoutValues(error.message);
  return {
    name: error.name,
    message,
    stack: stackOf(error, message),
    ...(error.cause !== undefined &&
      depth < CAUSES_MAX && { cause: describe(error.cause, depth + 1) }),
  };
}

/** A stack repeats its message; it is left out if that cannot be cleaned. */
function stackOf({ stack, message }: Error, clean: string): string | undefined {
  const cleaned = stack?.replace(message, () => clean);
  return cleaned?.includes(QUERY_VALUES) ? undefined : cleaned;
}

function withoutValues(text: string): string {
  const at = text.indexOf(QUERY_VALUES);
  return at < 0 ? text : text.slice(0, at);
}

/** The log of errors that are not the caller's. */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(
    event: string,
    cause: unknown,
    requestId?: string,
    traceId?: string,
  ): void;
}
