/**
 * The requests of a page without a browser: with its cookies to the service, past whatever a
 * test has put in their way.
 * @module
 */

type Told = "request" | "response";

/** A request of a page, as a test sees it. */
export interface PlainRequest {
  method(): string;
  url(): string;
  postData(): string | null;
}

export interface PlainResponse {
  url(): string;
  status(): number;
  ok(): boolean;
  headers(): Readonly<Record<string, string>>;
  request(): PlainRequest;
}

export interface PlainRoute {
  request(): PlainRequest;
  continue(): Promise<void>;
  abort(): Promise<void>;
  fulfill(answer: {
    readonly status?: number;
    readonly json?: unknown;
    readonly response?: Response;
  }): Promise<void>;
  fetch(): Promise<Response>;
}

export type Which = string | RegExp | ((url: URL) => boolean);
type Handler = (route: PlainRoute) => unknown;

interface Rule {
  readonly which: Which;
  readonly handle: Handler;
}

export class Network {
  readonly #baseUrl: string;
  readonly #cookies: () => string;
  readonly #heard = new Set<{
    readonly event: Told;
    readonly hear: (it: PlainRequest & PlainResponse) => void;
  }>();
  #rules: readonly Rule[] = [];
  #ending = new AbortController();

  constructor(baseUrl: string, cookies: () => string) {
    this.#baseUrl = baseUrl;
    this.#cookies = cookies;
  }

  /** The document goes, and with it the stream that it was reading. */
  leave(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
  }

  /** The language of the app's document at an address, and the scripts before the app's own. */
  async document(path: string, locale: string) {
    const response = await fetch(new URL(path, this.#baseUrl), {
      headers: { cookie: this.#cookies(), "accept-language": locale },
    });
    const html = await response.text();
    const [, language = ""] = /<html lang="(\w+)">/.exec(html) ?? [];
    const paths = [...html.matchAll(/<script defer src="([^"]+)">/g)];
    const scripts = paths.map(async ([, src = ""]) => {
      const script = await fetch(new URL(src, this.#baseUrl));
      return await script.text();
    });
    return { language, scripts: await Promise.all(scripts) };
  }

  route(which: Which, handle: Handler): void {
    this.#rules = [{ which, handle }, ...this.#rules];
  }

  unroute(which?: Which): void {
    this.#rules = this.#rules.filter(
      (it) => which !== undefined && it.which !== which,
    );
  }

  onRequest(hear: (request: PlainRequest) => void): void {
    this.#heard.add({ event: "request", hear });
  }

  /** Resolves with the next answer that is meant. */
  async nextResponse(
    which: Which | ((response: PlainResponse) => boolean),
  ): Promise<PlainResponse> {
    return await new Promise((resolve) => {
      const listener = {
        event: "response" as const,
        hear: (response: PlainResponse) => {
          if (!isMeant(which, response)) return;
          this.#heard.delete(listener);
          resolve(response);
        },
      };
      this.#heard.add(listener);
    });
  }

  #tell(event: Told, it: PlainRequest & PlainResponse): void {
    for (const { event: wanted, hear } of [...this.#heard]) {
      if (wanted === event) hear(it);
    }
  }

  /** The page's own `fetch`. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.#baseUrl);
    const request = {
      method: () => init.method ?? "GET",
      url: () => url.href,
      postData: () => (typeof init.body === "string" ? init.body : null),
    };
    const told = (response?: Response) => ({
      ...request,
      status: () => response?.status ?? 0,
      ok: () => response?.ok ?? false,
      headers: () => Object.fromEntries(response?.headers ?? []),
      request: () => request,
    });
    this.#tell("request", told());
    const rule = this.#rules.find(({ which }) => fits(which, url));
    const sent = () => this.#send(url, init);
    const response = rule
      ? await through(rule.handle, request, sent, init.signal)
      : await sent();
    this.#tell("response", told(response));
    return response;
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", this.#cookies());
    headers.set("origin", this.#baseUrl);
    const sent = { ...init, headers, keepalive: false };
    if (!url.pathname.endsWith("/events")) return await fetch(url, sent);
    const { signal } = this.#ending;
    const ends = init.signal ? [signal, init.signal] : [signal];
    return await fetch(url, { ...sent, signal: AbortSignal.any(ends) });
  }
}

/** Has a test answer a request. */
async function through(
  handle: Handler,
  request: PlainRequest,
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  return await new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    const route: PlainRoute = {
      request: () => request,
      fetch: send,
      async continue() {
        await send().then(resolve, reject);
      },
      async abort() {
        reject(new TypeError("Failed to fetch"));
      },
      async fulfill({ status = 200, json, response }) {
        resolve(
          json === undefined && response
            ? response
            : new Response(json === undefined ? "" : JSON.stringify(json), {
                status: response?.status ?? status,
                headers: { "content-type": "application/json" },
              }),
        );
      },
    };
    void handle(route);
  });
}

function isMeant(
  which: Which | ((response: PlainResponse) => boolean),
  response: PlainResponse,
): boolean {
  if (typeof which !== "function") return fits(which, new URL(response.url()));
  const ask: (it: PlainResponse & URL) => boolean = which;
  return ask(Object.assign(new URL(response.url()), response));
}

/** `**` and `*` as in Playwright's patterns. */
export function fits(which: Which, url: URL): boolean {
  if (typeof which === "function") return which(url);
  if (which instanceof RegExp) return which.test(url.href);
  return new Bun.Glob(which.replaceAll("?", "\\?")).match(url.href);
}
