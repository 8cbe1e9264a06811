import { OPERATOR } from "../core/access/principal.ts";
import { parseJson } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { recordBounce } from "../core/operations/record_bounce.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { problemResponse } from "../http/problem.ts";
import { readUtf8 } from "../http/read_text.ts";
import { requestInfoOf } from "../http/request_info.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import { requireSecret } from "./operator_secret.ts";

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * Where the relay reports what came back: a raw mail, or as JSON `messageId` and
 * `kind`. Whoever knows the secret speaks for the operator, in this alone. Without
 * a secret there is no such path.
 */
export function bounceRoutes(
  info: RouteContext,
  secret: string | undefined,
): readonly AuthRoute[] {
  if (secret === undefined) return [];
  const handle = (request: Request) => take(info, secret, request);
  return [{ method: "POST", path: "/v1/mail/bounces", handle }];
}

async function take(
  { services }: RouteContext,
  secret: string,
  request: Request,
): Promise<Response> {
  const info = requestInfoOf(request);
  try {
    requireSecret(info, secret);
    const text = await readUtf8(request, LIMITS.bounceBytesMax);
    const isJson = JSON_TYPE.test(request.headers.get("content-type") ?? "");
    const { output } = await callOperation(
      services,
      recordBounce,
      { principal: OPERATOR, via: "rest", requestId: info.requestId },
      isJson ? parseJson(text) : { message: text },
    );
    const headers = { "cache-control": "no-store" };
    return Response.json(output, { headers });
  } catch (error) {
    return problemResponse(services, error, info);
  }
}
