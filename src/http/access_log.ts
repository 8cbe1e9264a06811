import type { Services } from "../core/pipeline/call.ts";
import { traceOf } from "./request_spans.ts";

const FAULT = 500;

/** What an access line needs to know beside its request. */
interface Logging {
  /** The part of all requests that get a line, from 0 to 1. */
  readonly part: number;
  /** The route and the method, where they are of ours. */
  readonly routeOf: (request: Request) => string;
  readonly methodOf: (request: Request) => string;
}

/** Tells of one request whose answer begins. */
export type Tell = (
  request: Request,
  answer: unknown,
  startedAt: number,
) => void;

/**
 * Writes a line for a request: which route, how it ended, how long it took. Of its
 * address nothing but the route: paths and queries hold tokens.
 */
export function accessLog(
  { log, randomBytes }: Pick<Services, "log" | "randomBytes">,
  { part, routeOf, methodOf }: Logging,
): Tell {
  return (request, answer, startedAt) => {
    if (!(answer instanceof Response)) return;
    const { status, headers } = answer;
    if (status < FAULT && !isChosen(randomBytes, part)) return;
    log.info("access", {
      method: methodOf(request),
      route: routeOf(request),
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
