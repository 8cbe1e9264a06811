/** How a line fails: not at all, for each request, or for each answer. */
export type LineState = "whole" | "cut" | "deaf";

/** The way to a server: cut, or deaf to its answers, when a test says so. */
export class Line implements AsyncDisposable {
  readonly url: string;
  /** The URL that answers as soon as nothing fails. */
  readonly back: string;
  readonly #server: string;
  readonly #proxy: ReturnType<typeof Bun.serve>;
  #state: LineState = "whole";
  #mended = Promise.resolve();
  #noteFailure = () => {};

  constructor(server: string) {
    this.#server = server;
    this.#proxy = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: (request) => this.#pass(request),
    });
    this.url = this.#proxy.url.origin;
    this.back = `${this.url}/back`;
  }

  /** Does some work while the line fails. */
  async during(state: LineState, work: () => Promise<void>): Promise<void> {
    const mended = Promise.withResolvers<void>();
    this.#mended = mended.promise;
    this.#state = state;
    try {
      await work();
    } finally {
      this.#state = "whole";
      mended.resolve();
    }
  }

  /** Resolves once a request has failed. */
  fails(): Promise<void> {
    return new Promise((go) => {
      this.#noteFailure = go;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#proxy.stop(true);
  }

  async #pass(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/back") {
      await this.#mended;
      return new Response();
    }
    if (this.#state === "cut") return this.#fail();
    const { method, headers } = request;
    const body = method === "POST" ? await request.arrayBuffer() : null;
    try {
      const answer = await fetch(this.#server + pathname, {
        method,
        headers,
        body,
        decompress: false,
      });
      return this.#state === "deaf" ? this.#fail() : answer;
    } catch {
      return this.#fail();
    }
  }

  #fail(): Response {
    this.#noteFailure();
    return new Response("nobody is there", { status: 502 });
  }
}
