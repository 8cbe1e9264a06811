import type { Server } from "./sqld.ts";
import { nodeSettings, startServer } from "./sqld.ts";

/** A server behind a proxy that counts the requests, and may hold them up. */
export interface CountedServer extends Server {
  /** Round trips that some work took. */
  tripsOf(work: () => Promise<unknown>): Promise<number>;
  /** As if the network were cut, or were there again. */
  cut(isCut: boolean): void;
}

/** Starts a server, and what stands before it. */
export async function startCountedServer(): Promise<CountedServer> {
  const server = await startServer();
  let trips = 0;
  let isCut = false;
  const proxy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      if (isCut) return Response.error();
      trips += 1;
      const { pathname } = new URL(request.url);
      return await fetch(server.url + pathname, {
        method: request.method,
        headers: request.headers,
        decompress: false,
        ...(request.method === "POST" && { body: await request.arrayBuffer() }),
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
    cut(isNow) {
      isCut = isNow;
    },
    async [Symbol.asyncDispose]() {
      await proxy.stop(true);
      await server[Symbol.asyncDispose]();
    },
  };
}
