import type { IncomingHttpHeaders } from "node:http";
import type { ExternalServices } from "../../base/external_services.ts";
import { addressFor } from "./guarded_fetch.ts";
import { openExchange } from "./http_exchange.ts";

/** A request to send; the URL was checked before. */
export interface GuardedRequest {
  /** POST if absent. */
  readonly method?: "GET" | "POST";
  readonly url: URL;
  /** True allows addresses that are not public. */
  readonly isPrivateAllowed?: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** How much of the answer is read. */
  readonly answerBytesMax: number;
  /** Ends everything: look-up, connection and answer. */
  readonly signal: AbortSignal;
}

/** The answer's status and body. */
export interface GuardedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the body. */
  readonly bytes: Uint8Array;
  /** The same as text. */
  readonly text: string;
  /** True if the body is longer than what was read. */
  readonly isCut: boolean;
}

/**
 * Sends a request to a checked address, as {@linkcode guardedFetch} fetches: no DNS answer can
 * change in between. It follows no redirect.
 * @throws without an answer
 */
export async function guardedRequest(
  outside: ExternalServices,
  {
    method = "POST",
    url,
    isPrivateAllowed = false,
    headers,
    body,
    answerBytesMax,
    signal,
  }: GuardedRequest,
): Promise<GuardedAnswer> {
  const address = await addressFor(outside, url, { signal, isPrivateAllowed });
  const response = await openExchange(outside, {
    url,
    address,
    signal,
    sent: { method, headers, body },
  });
  // Destroyed half-read, it may still emit an error.
  response.on("error", () => {});
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > answerBytesMax) break;
    }
    const bytes = Buffer.concat(chunks).subarray(0, answerBytesMax);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      bytes,
      get text() {
        return bytes.toString("utf8");
      },
      isCut: size > answerBytesMax,
    };
  } finally {
    response.destroy();
  }
}
