import type { Socket } from "node:net";
import { createServer } from "node:net";
import type { RemoteWorld } from "../../../src/core/agents/remote/remote_card.ts";
import type { ExternalServices } from "../../../src/core/base/external_services.ts";
import { OUTSIDE } from "../../../src/core/base/external_services.ts";
import { START } from "../core_harness.ts";

/** A card with everything that A2A 1.0 requires. */
export const CARD = {
  name: "Scribe",
  description: "Writes things down.",
  version: "1.0.0",
  supportedInterfaces: [
    {
      url: "https://card.example/a2a",
      protocolBinding: "JSONRPC",
      protocolVersion: "1.0",
    },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [
    { id: "write", name: "Write", description: "Writes.", tags: ["text"] },
  ],
};

/** The card of an agent on this machine that speaks JSON-RPC at /a2a. */
export function cardOf({ port }: { readonly port: number }, more: object = {}) {
  const url = `http://localhost:${port}/a2a`;
  const spoken = { protocolBinding: "JSONRPC", protocolVersion: "1.0" };
  const supportedInterfaces = [{ url, ...spoken }];
  return Response.json({ ...CARD, supportedInterfaces, ...more });
}

/** The outside world of a test: this machine, a clock that it moves, an end. */
export interface TestWorld extends RemoteWorld {
  /** Every name that was looked up. */
  readonly looked: string[];
  now: number;
  /** Lets the time for every fetch run out. */
  runOut(): void;
}

/** A world whose every name is 127.0.0.1, where that is allowed. */
export function testWorld(outside: Partial<ExternalServices> = {}): TestWorld {
  const end = new AbortController();
  const looked: string[] = [];
  const answer = outside.lookup ?? (async () => ["127.0.0.1"]);
  const world: TestWorld = {
    looked,
    now: START,
    clock: () => world.now,
    runOut: () => end.abort(new Error("The time ran out")),
    outside: {
      ...OUTSIDE,
      deadline: () => end.signal,
      isLoopbackAllowed: true,
      ...outside,
      lookup: (hostname) => {
        looked.push(hostname);
        return answer(hostname);
      },
    },
  };
  return world;
}

/** A server that counts who came. */
export interface CountingServer extends AsyncDisposable {
  readonly port: number;
  readonly paths: string[];
  readonly headers: Headers[];
}

/** A real HTTP server on this machine. */
export function serve(
  answer: (request: Request) => Response | Promise<Response>,
  options: { hostname?: string; port?: number; tls?: Bun.TLSOptions } = {},
): CountingServer {
  const paths: string[] = [];
  const headers: Headers[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    ...options,
    fetch(request) {
      paths.push(new URL(request.url).pathname);
      headers.push(request.headers);
      return answer(request);
    },
  });
  return {
    port: server.port ?? 0,
    paths,
    headers,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** A server that says what no HTTP library would let it say. */
export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** Settles when somebody has sent a request. */
  readonly asked: Promise<void>;
  /** Settles when the client has let go of a connection. */
  readonly left: Promise<void>;
}

/** A real TCP server: `talk` gets the connection with the first bytes. */
export async function serveRaw(
  talk: (socket: Socket) => void,
): Promise<RawServer> {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("close", () => left.resolve());
    socket.once("data", () => {
      talk(socket);
      asked.resolve();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    asked: asked.promise,
    left: left.promise,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

/** Writes for as long as somebody reads. */
export function writeForever(socket: Socket, chunk: Uint8Array | string) {
  let more = true;
  while (more && !socket.destroyed) more = socket.write(chunk);
  if (!socket.destroyed)
    socket.once("drain", () => writeForever(socket, chunk));
}

/** Does work while a variable of the environment has another value. */
export async function withEnv(
  name: string,
  value: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = Bun.env[name];
  Bun.env[name] = value;
  try {
    await work();
  } finally {
    if (before === undefined) delete Bun.env[name];
    else Bun.env[name] = before;
  }
}
