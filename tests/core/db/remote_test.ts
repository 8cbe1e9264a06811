import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { readConfig } from "../../../src/config/config.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { openDatabase, StorageError } from "../../../src/core/db/database.ts";
import { MergingReader } from "../../../src/core/db/hrana/merging_reader.ts";
import { openRemote, RemoteSink } from "../../../src/core/db/hrana/remote.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { startCore } from "../core_harness.ts";
import { PROMISES } from "./atomicity.ts";
import { note, refusal } from "./fixture.ts";
import { freePort, SQLD, startServer } from "./sqld.ts";

setDefaultTimeout(30_000);

interface Asked {
  readonly batch: { readonly steps: readonly unknown[] };
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

  test("a statement that is too long to be stored is said whole, each time", async () => {
    await using server = await startServer();
    const db = await openDatabase({ ...server.folder, url: server.url });
    const long = `select ${"'words'".padEnd(9_000)} as word, ? as given`;
    for (const given of ["one", "two"]) {
      const rows = db.orm.values(
        sql`${sql.raw(long.replace("?", `'${given}'`))}`,
      );
      expect(await rows).toEqual([["words", given]]);
    }
    const blank = " ".repeat(9_000);
    await db.commit([
      note("a"),
      { sql: `INSERT INTO notes (id)${blank} VALUES (?)`, args: ["b"] },
    ]);
    const ids = await db.orm.values(sql`select id from notes order by id`);
    expect(ids).toEqual([["a"], ["b"]]);
    await db.close();
  }, 20_000);

  test("a server that is gone is a StorageError", async () => {
    const server = await startServer();
    const db = await openDatabase({ ...server.folder, url: server.url });
    await server[Symbol.asyncDispose]();
    expect(await refusal(db.commit([note("a")]))).toBeInstanceOf(StorageError);
    await db.close();
  }, 20_000);
});

describe.skipIf(!existsSync(SQLD))("a replica", () => {
  test("is refused at the start, with a sentence", async () => {
    const primaryAt = `127.0.0.1:${freePort()}`;
    await using primary = await startServer("--grpc-listen-addr", primaryAt);
    const core = await startCore({ ...primary.settings });
    await using replica = await startServer(
      "--primary-grpc-url",
      `http://${primaryAt}`,
    );
    const config = readConfig({ ...replica.settings });
    const [outcome] = await Promise.allSettled([
      openServices(config, { writeLog: () => {} }),
    ]);
    expect(String(outcome.status === "rejected" && outcome.reason)).toContain(
      "names a replica",
    );
    await core[Symbol.asyncDispose]();
  });
});

test("a stream that the server has ended is opened again, and its texts said again", async () => {
  const asked: string[] = [];
  using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { baton, requests } = await request.json();
      const said = requests.map(({ type }: { type: string }) => type);
      asked.push([baton ?? "new", ...said].join(" "));
      if (asked.length === 3) return new Response("no such", { status: 400 });
      const results = requests.map(() => ({
        type: "ok",
        response: { result: { cols: [], rows: [] } },
      }));
      return Response.json({ baton: "first", results });
    },
  });
  const reader = new MergingReader({ url: server.url.href }, 8);
  for (let time = 0; time < 3; time += 1) await reader.execute("SELECT 1");
  expect(asked).toEqual([
    "new store_sql execute",
    "first execute",
    "first execute",
    "new store_sql execute",
  ]);
});

test("a batch that the server says is locked out is sent again, and is given up in the end", async () => {
  let busy = 0;
  let asked = 0;
  const locked = { message: "database is locked", code: "SQLITE_BUSY" };
  const done = { cols: [], rows: [], affected_row_count: 1 };
  using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { requests } = await request.json();
      asked += 1;
      const isLocked = busy > 0;
      busy -= 1;
      const results = requests.map(({ batch }: Partial<Asked>) => {
        const steps = batch?.steps ?? [];
        const result = {
          step_results: steps.map(() => (isLocked ? null : done)),
          step_errors: steps.map((_, n) =>
            isLocked && n === 0 ? locked : null,
          ),
        };
        return { type: "ok", response: { result } };
      });
      return Response.json({ baton: null, results });
    },
  });
  const sink = new RemoteSink({ url: server.url.href });
  const job = { statements: [note("a")], asksResult: false };
  busy = 3;
  expect(await sink.apply([job])).toEqual([undefined]);
  expect(asked).toBe(4);
  busy = Number.POSITIVE_INFINITY;
  expect(await sink.apply([job, job])).toEqual([
    expect.any(StorageError),
    expect.any(StorageError),
  ]);
  expect(asked).toBe(4 + LIMITS.busyAttemptsMax);
});

test("a read that cannot be done fails alone among those of its round trip", async () => {
  await using server = await startServer();
  const reader = new MergingReader({ url: server.url }, 8);
  const outcomes = await Promise.allSettled([
    reader.execute("SELECT 1"),
    reader.execute("SELECT nothing"),
    reader.execute({ sql: "SELECT ?", args: ["two"] }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test("a server that never answers is a StorageError at the deadline, for writes and reads", async () => {
  using silent = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Promise<Response>(() => undefined),
  });
  const client = openRemote({ url: silent.url.href, deadlineMs: 50 });
  const sink = new RemoteSink({ url: silent.url.href, deadlineMs: 50 });
  const outcomes = await sink.apply([
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
