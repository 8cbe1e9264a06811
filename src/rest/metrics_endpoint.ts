import type { Services } from "../core/pipeline/call.ts";
import { problemResponse } from "../http/problem.ts";
import type { RawRoute } from "../http/request_info.ts";
import { requestInfoOf } from "../http/request_info.ts";
import { requireSecret } from "./operator_secret.ts";

const TEXT = "text/plain; version=0.0.4; charset=utf-8";

/**
 * The metrics, for callers with the operator's token. Without a token the path does not
 * exist: they concern nobody else.
 */
export function metricsRoutes(
  services: Services,
  token: string | undefined,
): readonly RawRoute[] {
  if (token === undefined) return [];
  const handle = async (request: Request) => {
    const info = requestInfoOf(request);
    try {
      requireSecret(info, token);
      const text = await services.measures.metrics.text();
      return new Response(text, {
        headers: { "content-type": TEXT, "cache-control": "no-store" },
      });
    } catch (error) {
      return problemResponse(services, error, info);
    }
  };
  return [{ method: "GET", path: "/metrics", handle }];
}
