import { LIMITS } from "../../core/base/limits.ts";
import type { SignedRequest } from "../../core/federation/verify_request.ts";
import { isSigned } from "../../core/federation/verify_request.ts";
import { pushTaker } from "../../core/loops/remote/take_push.ts";
import type { Services } from "../../core/pipeline/call.ts";
import type { ClientAddress } from "../../http/client_address.ts";
import { problemResponse } from "../../http/problem.ts";
import { readBody } from "../../http/read_text.ts";
import { requestInfoOf, urlOf } from "../../http/request_info.ts";

/**
 * The address of pushes about tasks at other services (A2A 1.0, 4.3.3). An unknown token is
 * answered before the body is read.
 */
export function pushEndpoint(services: Services, addressOf: ClientAddress) {
  const take = pushTaker(services);
  return async (request: Request): Promise<Response> => {
    const { headers } = request;
    const length = Number(headers.get("content-length") ?? 0);
    if (length > LIMITS.remotePushBytesMax) return answered(413);
    const from = addressOf(request) ?? "";
    const signed = isSigned(Object.fromEntries(headers))
      ? () => readSigned(services, request, from)
      : undefined;
    try {
      const taken = await take({ token: tokenIn(headers), signed });
      if (taken.came !== "too_many") {
        return answered(taken.came === "unknown" ? 404 : 200);
      }
      const seconds = Math.ceil(taken.waitMs / 1_000);
      return answered(429, { "retry-after": String(seconds) });
    } catch (error) {
      return problemResponse(services, error, requestInfoOf(request));
    }
  };
}

/** Reads a signed push as it came, for its signature. */
async function readSigned(
  { bodies }: Services,
  request: Request,
  from: string,
): Promise<SignedRequest> {
  const bytesMax = LIMITS.remotePushBytesMax;
  const body = await bodies.run(from, async (pass) => {
    const bytes = await readBody(request, { bytesMax, pass });
    pass.accepted();
    return bytes;
  });
  const { pathname, search } = urlOf(request);
  return {
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body,
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
