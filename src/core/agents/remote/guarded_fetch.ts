import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { ExternalServices } from "../../base/external_services.ts";
import { ServiceError } from "../../errors/errors.ts";
import { hostOf, mayConnect, parseForeignUrl } from "./foreign_url.ts";
import { openExchange, readJsonText } from "./http_exchange.ts";

/** A request to fetch; the URL comes from `parseForeignUrl`. */
export interface FetchRequest {
  readonly url: URL;
  readonly redirectsMax: number;
  /** How large the text may be; that of a card if absent. */
  readonly bytesMax?: number;
  /** Ends everything: look-up, connection, redirects and body. */
  readonly signal: AbortSignal;
}

/** A JSON text and its address after redirects. */
export interface Fetched {
  readonly url: URL;
  readonly text: string;
}

const REDIRECTS: ReadonlySet<unknown> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches JSON. Each host is looked up once, and the connection uses a checked address, so no
 * answer can change in between. A refused address and a dead one get the same error.
 * @throws card_unreachable, card_invalid
 */
export async function guardedFetch(
  outside: ExternalServices,
  { url, redirectsMax, bytesMax, signal }: FetchRequest,
): Promise<Fetched> {
  try {
    let at = url;
    for (let followed = 0; ; followed++) {
      const response = await open(outside, at, signal);
      try {
        const next = redirectOf(outside, response, at);
        if (!next)
          return { url: at, text: await readJsonText(response, bytesMax) };
        if (followed === redirectsMax) throw new Error("Too many redirects");
        at = next;
      } finally {
        response.destroy();
      }
    }
  } catch (cause) {
    const isInvalid =
      cause instanceof ServiceError && cause.code !== "url_refused";
    throw isInvalid ? cause : new ServiceError("card_unreachable", { cause });
  }
}

async function open(
  outside: ExternalServices,
  url: URL,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const address = await addressFor(outside, url, { signal });
  const response = await openExchange(outside, { url, address, signal });
  // Destroyed half-read, it may still emit an error.
  response.on("error", () => {});
  return response;
}

/**
 * The address for a connection to a URL. One bad address among good ones is an attack, so all
 * must be allowed.
 */
export async function addressFor(
  outside: ExternalServices,
  url: URL,
  {
    signal,
    isPrivateAllowed = false,
  }: { readonly signal: AbortSignal; readonly isPrivateAllowed?: boolean },
): Promise<string> {
  const host = hostOf(url);
  const addresses =
    isIP(host) === 0
      ? await untilAborted(outside.lookup(host), signal)
      : [host];
  for (const address of addresses) {
    if (!isPrivateAllowed && !mayConnect(outside, url, address)) {
      throw new Error(`Refused to connect to ${address}`);
    }
  }
  const [first] = addresses;
  if (first === undefined) throw new Error("No address was found");
  return first;
}

function redirectOf(
  outside: ExternalServices,
  { statusCode, headers }: IncomingMessage,
  from: URL,
): URL | undefined {
  const to = headers.location;
  if (!REDIRECTS.has(statusCode) || to === undefined) return undefined;
  const absolute = URL.parse(to, from)?.href ?? "";
  return parseForeignUrl(outside, absolute);
}

/** The system's resolver cannot be stopped, but nobody has to wait for it. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() =>
    signal.removeEventListener("abort", abort),
  );
}
