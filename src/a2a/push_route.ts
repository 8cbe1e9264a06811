import { LIMITS } from "../core/base/limits.ts";
import { pushTaker } from "../core/loops/remote/take_push.ts";
import type { Services } from "../core/pipeline/call.ts";

/**
 * The address of pushes about tasks at other services (A2A 1.0, 4.3.3). An unknown token is
 * answered before the body is read.
 */
export function pushEndpoint(services: Services) {
  const take = pushTaker(services);
  return async ({ headers }: Request): Promise<Response> => {
    const length = Number(headers.get("content-length") ?? 0);
    if (length > LIMITS.remotePushBytesMax) return answered(413);
    const taken = await take(tokenIn(headers));
    if (taken.came !== "too_many") {
      return answered(taken.came === "unknown" ? 404 : 200);
    }
    const seconds = Math.ceil(taken.waitMs / 1_000);
    return answered(429, { "retry-after": String(seconds) });
  };
}

function answered(status: number, headers: HeadersInit = {}): Response {
  return new Response(null, { status, headers });
}

/** The token in its header: of the SDKs, of A2A 0.3, or as a bearer. */
function tokenIn(headers: Headers): string {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "");
  return (
    headers.get("x-a2a-notification-token") ??
    headers.get("a2a-notification-token") ??
    bearer?.[1] ??
    ""
  );
}
