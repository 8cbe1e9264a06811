import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { ServiceError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { Outside } from "../outside.ts";
import { openExchange, readJsonText } from "./http_exchange.ts";
import { isLoopbackAddress, isPublicAddress } from "./public_address.ts";

/** What to fetch; the URL comes from `parseForeignUrl`. */
export interface Wanted {
  readonly url: URL;
  readonly redirectsMax: number;
  /** Ends everything: look-up, connection, redirects and body. */
  readonly signal: AbortSignal;
}

/** A JSON text, and where it was after redirects. */
export interface Fetched {
  readonly url: URL;
  readonly text: string;
}

const REDIRECTS: ReadonlySet<unknown> = new Set([301, 302, 303, 307, 308]);

/**
 * Reads a URL that a stranger may have chosen. All it says of a URL is in the
 * URL itself, so that a refusal tells nothing of this service's network.
 * @throws url_refused
 */
export function parseForeignUrl(
  { isLoopbackAllowed }: Outside,
  text: string,
): URL {
  if (text.length > LIMITS.uriCharsMax) throw refused("it is too long");
  const url = URL.parse(text);
  if (url === null) throw refused("it is not a whole address");
  if (url.username + url.password !== "") {
    throw refused("it holds a user name or a password");
  }
  const isHttp = url.protocol === "http:" && isLoopbackAllowed;
  if (url.protocol !== "https:" && !isHttp) throw refused("it is not https");
  // One port: this service is not a scanner of other people's.
  if (url.port !== "" && !isLoopbackAllowed) {
    throw refused("it names a port other than 443");
  }
  const host = hostOf(url);
  if (isIP(host) !== 0 && !mayConnect(url, host, isLoopbackAllowed)) {
    throw refused("it names an address that is not public");
  }
  url.hash = "";
  return url;
}

/**
 * Fetches JSON. Each host is looked up once, and the connection goes to an
 * address that was checked: no answer can change in between. A refused address
 * and a dead one read alike.
 * @throws card_unreachable, card_invalid
 */
export async function guardedFetch(
  outside: Outside,
  { url, redirectsMax, signal }: Wanted,
): Promise<Fetched> {
  try {
    let at = url;
    for (let followed = 0; ; followed++) {
      const response = await open(outside, at, signal);
      try {
        const next = redirectOf(outside, response, at);
        if (!next) return { url: at, text: await readJsonText(response) };
        if (followed === redirectsMax) throw new Error("Too many redirects");
        at = next;
      } finally {
        response.destroy();
      }
    }
  } catch (cause) {
    const isInvalid = cause instanceof ServiceError && cause.code !== REFUSED;
    throw isInvalid ? cause : new ServiceError("card_unreachable", { cause });
  }
}

async function open(
  outside: Outside,
  url: URL,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const address = await resolve(outside, url, signal);
  const response = await openExchange(outside, { url, address, signal });
  // Destroyed half-read, it may still complain.
  response.on("error", () => {});
  return response;
}

/** One bad address among good ones is an attack: all must be fit. */
async function resolve(
  outside: Outside,
  url: URL,
  signal: AbortSignal,
): Promise<string> {
  const host = hostOf(url);
  const addresses =
    isIP(host) === 0
      ? await untilAborted(outside.lookup(host), signal)
      : [host];
  for (const address of addresses) {
    if (!mayConnect(url, address, outside.isLoopbackAllowed)) {
      throw new Error(`Refused to connect to ${address}`);
    }
  }
  const [first] = addresses;
  if (first === undefined) throw new Error("No address was found");
  return first;
}

function mayConnect(
  { protocol, port }: URL,
  address: string,
  isLoopbackAllowed: boolean,
): boolean {
  if (isLoopbackAllowed && isLoopbackAddress(address)) return true;
  return protocol === "https:" && port === "" && isPublicAddress(address);
}

function redirectOf(
  outside: Outside,
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

/** The host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

const REFUSED = "url_refused";

function refused(why: string): ServiceError {
  return new ServiceError(REFUSED, {
    detail: `Cannot fetch from this URL: ${why}.`,
  });
}
