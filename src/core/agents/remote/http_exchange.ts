import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import packageJson from "../../../../package.json" with { type: "json" };
import type { ExternalServices } from "../../base/external_services.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";

const HEADERS = {
  accept: "application/json",
  "accept-encoding": "identity",
  "a2a-version": "1.0",
  "user-agent": `conversation-inbox/${packageJson.version}`,
};

/** Media types of JSON. */
export const JSON_TYPE = /^application\/(?:[a-z0-9.-]+\+)?json *(?:;|$)/i;
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** One request, and the one address it may use. */
export interface Exchange {
  readonly url: URL;
  readonly address: string;
  readonly signal: AbortSignal;
  /** The request to send; without it, a GET for JSON. */
  readonly sent?: {
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array;
  };
}

/**
 * Sends one request to exactly this address, under the URL's name: Host, SNI and certificate.
 * Not `fetch`, which obeys HTTP_PROXY and reuses connections: either would choose its own
 * peer.
 */
export async function openExchange(
  outside: ExternalServices,
  { url, address, signal, sent }: Exchange,
): Promise<IncomingMessage> {
  const isTls = url.protocol === "https:";
  // A start and a command without the network load neither.
  const { request: requestHttps } = await import("node:https");
  const { request: requestHttp } = await import("node:http");
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    host: address,
    port: url.port || (isTls ? 443 : 80),
    path: url.pathname + url.search,
    method: sent?.method ?? "GET",
    headers: { host: url.host, ...HEADERS, ...sent?.headers },
    agent: false,
    maxHeaderSize: LIMITS.remoteHeaderBytesMax,
    signal,
  } as const;
  const request = isTls
    ? requestHttps({ ...options, ...tlsOf(outside, url) })
    : requestHttp(options);
  request.once("response", resolve);
  request.on("error", reject);
  // Also after a protocol switch, which ends in neither an answer nor an error.
  request.once("close", () => reject(new Error("It closed the connection")));
  request.end(sent?.body || undefined);
  return promise;
}

/** The environment cannot turn the check off; an address has no SNI. */
function tlsOf({ ca }: ExternalServices, { hostname }: URL) {
  const isAddress = hostname.startsWith("[") || isIP(hostname) !== 0;
  return {
    rejectUnauthorized: true,
    ...(!isAddress && { servername: hostname }),
    ...(ca !== undefined && { ca }),
  };
}

/**
 * The text of a JSON answer, counted as it arrives.
 * @throws card_invalid; any other error if the connection fails
 */
export async function readJsonText(
  response: IncomingMessage,
  bytesMax: number = LIMITS.remoteBytesMax,
): Promise<string> {
  const { statusCode = 0, headers } = response;
  // An outage or an overload says nothing about what is there.
  if (statusCode >= 500 || statusCode === 429) {
    throw new Error(`It answered with status ${statusCode}`);
  }
  if (statusCode !== 200) {
    throw unusable(told`the server answered with status ${statusCode}`);
  }
  if (!JSON_TYPE.test(headers["content-type"] ?? "")) {
    throw unusable(told`it is not application/json`);
  }
  // A few compressed bytes can expand without limit.
  if ((headers["content-encoding"] ?? "identity") !== "identity") {
    throw unusable(told`it is compressed`);
  }
  const bytes = await readCounted(response, bytesMax);
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw unusable(told`it is not UTF-8`, cause);
  }
}

/** Throwing within the loop destroys the stream: the rest is never read. */
async function readCounted(
  response: IncomingMessage,
  bytesMax: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = Number(response.headers["content-length"] ?? 0);
  if (size > bytesMax) throw tooLarge(bytesMax);
  size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > bytesMax) throw tooLarge(bytesMax);
  }
  return Buffer.concat(chunks);
}

function tooLarge(bytesMax: number): ServiceError {
  return unusable(told`it is larger than ${bytesMax} bytes`);
}

/** Says in one sentence why an answer is unusable. */
export function unusable(why: Sentence, cause?: unknown): ServiceError {
  const detail = told`Cannot use the agent card: ${why}.`;
  return new ServiceError("card_invalid", { detail, cause });
}
