import { SVC_VERSION } from "../http/request_info.ts";

/** The headers of a public document, readable from pages of any origin. */
interface Described {
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Its headers: it may be cached for five minutes. */
export function publicHeaders(
  { type, headers }: Described,
  requestId: string,
): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
    "x-request-id": requestId,
    "svc-version": SVC_VERSION,
    ...headers,
  };
}
