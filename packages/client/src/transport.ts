import { pause, pauseMs } from "./pause.ts";
import { problemIn, Unreached } from "./problem.ts";

export type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Returns the bearer token; called again with `true` after a token was refused. */
export type TokenSource = (
  isRefused: boolean,
) => string | undefined | Promise<string | undefined>;

/** How to reach a service. */
export interface TransportOptions {
  /**
   * The service's address, such as `https://inbox.example`; in a browser `""` is the page's
   * own.
   */
  readonly url: string;
  /** A bearer token, or a function that returns one. */
  readonly token?: string | TokenSource;
  /** Replaces the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a call is retried, if that is safe; 4 if absent. */
  readonly retries?: number;
  /** How long to wait until an answer begins; a minute if absent. */
  readonly timeoutMs?: number;
  /** Replaces waiting between two tries. */
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Called after each try with whether the service was reached. */
  readonly onReached?: (isReached: boolean) => void;
}

/** One operation and its input. */
export interface Route {
  readonly verb: Verb;
  /** Its path, such as `/v1/conversations/{conversationId}`. */
  readonly path: string;
  readonly input?: object;
  /** True reads the whole answer first, so that a broken-off one is retried. */
  readonly isWhole?: boolean;
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Identifies a write: a repeat with the same key has no second effect. Each write gets one
   * anyway.
   */
  readonly idempotencyKey?: string;
  /** ETag of the version to change. */
  readonly ifMatch?: string;
}

/** One request as it is sent. */
export interface Sent extends Omit<RequestInit, "headers" | "signal"> {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly isWhole?: boolean;
}

const RETRIES = 4;
const TIMEOUT_MS = 60_000;
/** Temporary refusals: too many calls, the first try still runs, or a proxy is down. */
const PASSING = new Set([429, 502, 503, 504]);

/** Sends requests with the token, and retries those that have no second effect. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Sends one call. Path parameters come from the input; the rest is the query of a read, and
   * the JSON body of a write.
   * @throws Problem if the service refuses, Unreached if it cannot be reached
   */
  async send(
    { verb, path, input = {}, isWhole = false }: Route,
    options: CallOptions = {},
  ): Promise<Response> {
    const { path: filled, rest } = fill(path, input);
    const isRead = verb === "GET" || verb === "DELETE";
    const hasBody = !isRead && Object.keys(rest).length > 0;
    const { signal, headers, ifMatch } = options;
    const key =
      options.idempotencyKey ?? (verb === "GET" ? undefined : newKey());
    const sent: Sent = {
      path: isRead ? `${filled}${queryOf(rest)}` : filled,
      method: verb,
      isWhole,
      signal,
      headers: {
        ...(hasBody && { "content-type": "application/json" }),
        ...(key !== undefined && { "idempotency-key": key }),
        ...(ifMatch !== undefined && { "if-match": ifMatch }),
        ...headers,
      },
      ...(hasBody && { body: JSON.stringify(rest) }),
    };
    const response = await this.repeat(sent);
    if (response.ok || response.status === 304) return response;
    throw await problemIn(response);
  }

  /**
   * Sends a request, and retries while the refusal may be temporary; for requests whose
   * repeats have no second effect.
   */
  async repeat(sent: Sent): Promise<Response> {
    const { retries = RETRIES } = this.#options;
    for (let failures = 1; ; failures++) {
      const response = await this.open(sent).catch((error: unknown) => {
        if (failures > retries || !(error instanceof Unreached)) throw error;
        return undefined;
      });
      if (response && (failures > retries || !(await isPassing(response)))) {
        return response;
      }
      await this.wait(pauseMs(failures, response), sent.signal);
      sent.signal?.throwIfAborted();
    }
  }

  /** Waits before another try. */
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return (this.#options.pause ?? pause)(ms, signal);
  }

  /** Sends one request, with a new token if the first one is refused. */
  async open(sent: Sent): Promise<Response> {
    const { token } = this.#options;
    if (typeof token !== "function") return await this.#once(sent, token);
    const response = await this.#once(sent, await token(false));
    if (response.status !== 401) return response;
    return await this.#once(sent, await token(true));
  }

  async #once(sent: Sent, token: string | undefined): Promise<Response> {
    const { path, signal, headers, isWhole, ...init } = sent;
    const options = this.#options;
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new Error("The service did not answer in time.")),
      options.timeoutMs ?? TIMEOUT_MS,
    );
    try {
      const response = await (options.fetch ?? fetch)(
        options.url.replace(/\/$/, "") + path,
        {
          ...init,
          signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
          headers: {
            ...options.headers,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
      );
      const answer = isWhole ? await whole(response) : response;
      options.onReached?.(true);
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      options.onReached?.(false);
      throw new Unreached(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The answer with its body read; a stream of events stays one. */
async function whole(response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.body || type.startsWith("text/event-stream")) return response;
  const { status, headers } = response;
  return new Response(await response.arrayBuffer(), { status, headers });
}

/** True for a refusal that may be temporary. */
async function isPassing(response: Response): Promise<boolean> {
  if (PASSING.has(response.status)) return true;
  if (response.status !== 409) return false;
  const { code } = await problemIn(response.clone());
  return code === "idempotency_in_flight";
}

function fill(template: string, input: object) {
  const rest: Record<string, unknown> = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? "");
    // In a URL these are path steps, and would make it another call.
    if (/^\.{0,2}$/.test(value)) {
      throw new TypeError(`Cannot call: ${name} is missing or empty`);
    }
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

function queryOf(rest: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return said.length === 0 ? "" : `?${new URLSearchParams(said)}`;
}

/** A key of 128 bits; pages without TLS have no `randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (it) => it.toString(16).padStart(2, "0")).join("");
}
