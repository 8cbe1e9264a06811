import type { Server } from "./sqld.ts";
import { nodeSettings, startServer } from "./sqld.ts";

/** A server behind a proxy that counts the requests, and may hold them up. */
export interface CountedServer extends Server {
  /** Round trips that some work took. */
  tripsOf(work: () => Promise<unknown>): Promise<number>;
  /** Statements that the batches of some work had, but for those that begin and end them. */
  writesOf(work: () => Promise<unknown>): Promise<number>;
  /** As if the network were cut, or were there again. */
  cut(isCut: boolean): void;
}

/** Starts a server, and what stands before it. */
export async function startCountedServer(): Promise<CountedServer> {
  const server = await startServer();
  let trips = 0;
  let writes = 0;
  let isCut = false;
  const proxy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      if (isCut) return Response.error();
      trips += 1;
      const { pathname } = new URL(request.url);
      const body = request.method === "POST" ? await request.text() : "";
      writes += writesIn(body);
      return await fetch(server.url + pathname, {
        method: request.method,
        headers: request.headers,
        decompress: false,
        ...(body !== "" && { body }),
      });
    },
  });
  return {
    ...server,
    url: proxy.url.origin,
    settings: nodeSettings(proxy.url.origin),
    async tripsOf(work) {
      const before = trips;
      await work();
      return trips - before;
    },
    async writesOf(work) {
      const before = writes;
      await work();
      return writes - before;
    },
    cut(isNow) {
      isCut = isNow;
    },
    async [Symbol.asyncDispose]() {
      await proxy.stop(true);
      await server[Symbol.asyncDispose]();
    },
  };
}

interface Asked {
  readonly requests: readonly {
    readonly batch?: { readonly steps: readonly unknown[] };
  }[];
}

/** The statements between BEGIN and COMMIT, with its ROLLBACK. */
function writesIn(body: string): number {
  if (body === "") return 0;
  const { requests } = JSON.parse(body) as Asked;
  return requests
    .flatMap(({ batch }) => batch ?? [])
    .reduce((sum, { steps }) => sum + steps.length - 3, 0);
}
