import type { Services } from "../core/pipeline/call.ts";
import { traceOf } from "./request_spans.ts";

const FAULT = 500;

/** A request at the start of its answer; route and method are ours. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly answer: Response;
  readonly startedAt: number;
}

/** Logs one request. */
export type Tell = (request: Request, answered: Answered) => void;

/**
 * Logs a request: its route, outcome and duration. Of its address only the
 * route, because paths and queries contain tokens.
 * @param part The share of requests that are logged, from 0 to 1.
 */
export function accessLog(
  { log, randomBytes }: Pick<Services, "log" | "randomBytes">,
  part: number,
): Tell {
  return (request, { method, route, answer, startedAt }) => {
    const { status, headers } = answer;
    if (status < FAULT && !isChosen(randomBytes, part)) return;
    log.info("access", {
      method,
      route,
      status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      requestId: headers.get("x-request-id") ?? undefined,
      traceId: traceOf(request)?.traceId,
    });
  };
}

function isChosen(
  randomBytes: (count: number) => Uint8Array,
  part: number,
): boolean {
  if (part >= 1) return true;
  const [high = 0, low = 0] = randomBytes(2);
  return (high * 256 + low) / 65_536 < part;
}
