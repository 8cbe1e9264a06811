import type { Log } from "../access/context.ts";
import { redact } from "./redact.ts";
import { showTime } from "./time.ts";

const CAUSES_MAX = 4;
// A failed query's message ends in its values, which may be anybody's words.
const QUERY_VALUES = "\nparams: ";

/** Where a log is written, and secrets to redact beside texts in the form of a token. */
export interface LogOptions {
  readonly clock?: () => number;
  /** Settings that are secret, whatever they look like. */
  readonly secrets?: readonly string[];
}

/** Logs as JSON lines: no request body, no header, no token, no secret of a setting. */
export function createLog(
  write: (line: string) => void,
  { clock, secrets = [] }: LogOptions = {},
): Log {
  const clean = (_key: string, value: unknown) =>
    typeof value === "string" ? redact(value, secrets) : value;
  const line = (level: "info" | "error", fields: object) => {
    const at = clock && showTime(clock());
    write(JSON.stringify({ at, level, ...fields }, clean));
  };
  return {
    info: (event, fields) => line("info", { event, ...fields }),
    error: (event, cause, requestId) =>
      line("error", { event, requestId, error: describe(cause, 1) }),
  };
}

interface Described {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly cause?: Described;
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

/** A stack repeats its message; it is left out when that cannot be cleaned. */
function stackOf({ stack, message }: Error, clean: string): string | undefined {
  const cleaned = stack?.replace(message, () => clean);
  return cleaned?.includes(QUERY_VALUES) ? undefined : cleaned;
}

function withoutValues(text: string): string {
  const at = text.indexOf(QUERY_VALUES);
  return at < 0 ? text : text.slice(0, at);
}
