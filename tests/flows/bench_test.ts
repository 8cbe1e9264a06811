import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerReader } from "../../bench/answer_reader.ts";
import { runAll, runLoad } from "../../bench/load.ts";
import type { RoundResult, Series } from "../../bench/measure.ts";
import { measure, QUICK } from "../../bench/measure.ts";
import { openPeers } from "../../bench/peer_contenders.ts";
import { reportOf } from "../../bench/report.ts";
import { fill } from "../../bench/scale/fill.ts";
import { measureWorst, worstTable } from "../../bench/scale/worst.ts";
import { measureStreams, streamTable } from "../../bench/streams.ts";
import { tableOf } from "../../bench/table.ts";
import { getRequest } from "../../bench/wires.ts";

setDefaultTimeout(30_000);

const TINY = {
  ...QUICK,
  connections: 4,
  rounds: 2,
  roundMs: 60,
  warmUpMs: 20,
  conversations: 8,
  appendedTo: 8,
};

test("every contender answers rightly, and every ratio is measured", async () => {
  const report = reportOf(TINY, await measure(TINY));
  expect(report.rows.map(({ name }) => name)).toEqual([
    "bare durable insert",
    "bare point read",
    "REST create",
    "REST append",
    "REST read",
    "MCP create",
    "MCP append",
    "MCP read",
    "A2A create",
    "A2A append",
    "A2A read",
    "REST append, with Idempotency-Key",
    "REST create, paid",
    "read, unchecked",
    "read, checked",
  ]);
  for (const row of report.rows) {
    expect(row).toMatchObject({ errors: 0, firstError: undefined });
    expect(row.requests).toBeGreaterThan(0);
    expect(row.perSecond).toBeGreaterThan(0);
    expect(row.p99Ms).toBeGreaterThanOrEqual(row.p50Ms);
  }
  expect(report.ratios).toHaveLength(8);
  for (const { ratio, lowest, highest } of report.ratios) {
    expect(ratio).toBeGreaterThan(0);
    expect(ratio).toBeWithin(lowest, highest + Number.EPSILON);
  }
  const table = tableOf(report);
  expect(table).toContain("REST append / bare durable insert");
  expect(table).not.toContain("ERRORS");
}, 60_000);

test("every peer answers rightly", async () => {
  await using peers = await openPeers("", 4);
  expect(peers.contenders.map(({ name }) => name)).toEqual([
    "bare Bun HTTP",
    "bare libSQL insert",
    "MCP SDK call, Node",
    "MCP SDK call, Bun",
    "A2A SDK send, Node",
    "A2A SDK read, Node",
    "A2A SDK send, Bun",
    "A2A SDK read, Bun",
  ]);
  for (const { name, server, prepare } of peers.contenders) {
    const load = { port: server.port, connections: 2, requestsMax: 8 };
    await runAll(await prepare(), load);
    expect(`${name}: ${server.complaints()}`).toBe(`${name}: `);
  }
}, 60_000);

test("a peer that answers wrongly is found", async () => {
  await using peers = await openPeers("MCP SDK call, Bun", 0);
  const [peer] = peers.contenders;
  if (!peer) throw new Error("There is no peer");
  const { request, check } = await peer.prepare();
  const wrong = { request: (n: number) => request(n + 1), check };
  const load = { port: peer.server.port, connections: 1, requestsMax: 1 };
  await expect(runAll(wrong, load)).rejects.toThrow(
    "Expected the last message",
  );
}, 60_000);

test("every stream hears of its message, and of no other", async () => {
  const few = { conversations: 12, streamsEach: 4, idleMs: 0, rounds: 2 };
  const report = await measureStreams(few);
  expect(report.streams).toBe(48);
  expect(report.middle.lastMs).toBeGreaterThan(0);
  expect(streamTable(report)).toStartWith("48 event streams\n");
}, 60_000);

const ROUND: RoundResult = {
  requests: 100,
  errors: 0,
  firstError: undefined,
  perSecond: 100,
  bytes: 1_000,
  p50Ms: 1,
  p99Ms: 2,
  cpuMicros: 10,
  residentBytes: 100_000_000,
};

function seriesOf(name: string, ...perSecond: readonly number[]): Series {
  return {
    name,
    rounds: perSecond.map((rate) => ({ ...ROUND, perSecond: rate })),
  };
}

test("a ratio is the median of the rounds' own ratios", () => {
  const [ratio] = reportOf(QUICK, [
    seriesOf("bare durable insert", 1_000, 100, 400),
    seriesOf("REST append", 300, 20, 120),
  ]).ratios;
  expect(ratio).toMatchObject({
    name: "REST append / bare durable insert",
    ratio: 0.3,
    lowest: 0.2,
    highest: 0.3,
    isMet: true,
  });
});

test("a contender with errors never meets its goal", () => {
  const fast = seriesOf("REST append", 900);
  const failing = {
    ...fast,
    rounds: fast.rounds.map((it) => ({
      ...it,
      errors: 1,
      firstError: "503 busy",
    })),
  };
  const bare = seriesOf("bare durable insert", 1_000);
  const report = reportOf(QUICK, [bare, failing]);
  expect(report.ratios.map(({ isMet }) => isMet)).toEqual([false]);
  const table = tableOf(report);
  expect(table).toContain("NOT MET");
  expect(table).toContain("REST append: 1 ERRORS, first: 503 busy");
});

describe("the load", () => {
  const load = {
    connections: 2,
    durationMs: Number.POSITIVE_INFINITY,
    requestsMax: 10,
    checkEvery: 1,
  };

  function serve(answer: (n: number) => Response) {
    let n = 0;
    const server = Bun.serve({ port: 0, fetch: () => answer(n++) });
    const { port } = server;
    if (port === undefined) throw new Error("There is no port");
    return { port, [Symbol.asyncDispose]: () => server.stop(true) };
  }

  const anything = { request: () => getRequest("/", ""), check() {} };

  test("counts what was refused by status or by its words", async () => {
    await using server = serve((n) =>
      n < 3
        ? new Response("no", { status: 503 })
        : new Response(n < 5 ? '{"error":1}' : "{}"),
    );
    const { port } = server;
    const exchange = { ...anything, refusals: ['"error"'] };
    const measured = await runLoad(exchange, { ...load, port });
    expect(measured).toMatchObject({ requests: 10, errors: 5 });
    expect(measured.firstError).toMatch(/^(503 no|200 \{"error":1\})$/);
  });

  test("fails on a wrong answer", async () => {
    await using server = serve(() => new Response("wrong"));
    const check = (body: string) => {
      if (body !== "right") throw new Error(`It says ${body}`);
    };
    const run = runLoad({ ...anything, check }, { ...load, port: server.port });
    await expect(run).rejects.toThrow("It says wrong");
  });

  test("asks no more than it may", async () => {
    let asked = 0;
    await using server = serve(() => {
      asked += 1;
      return new Response("{}");
    });
    await runLoad(anything, { ...load, port: server.port });
    expect(asked).toBe(10);
  });
});

describe("the answer reader", () => {
  const plain = "HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello";
  const chunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";

  test.each([
    ["with a length", plain, 201],
    ["in chunks", chunked, 200],
  ])("reads an answer %s, however it is cut", (_how, text, status) => {
    for (let cut = 1; cut < text.length; cut++) {
      const reader = new AnswerReader();
      expect(reader.take(Buffer.from(text.slice(0, cut)))).toBeUndefined();
      const answer = reader.take(Buffer.from(text.slice(cut)));
      expect(answer?.status).toBe(status);
      expect(answer?.body.toString()).toBe("hello");
    }
  });

  test("reads one answer after another", () => {
    const reader = new AnswerReader();
    expect(reader.take(Buffer.from(plain))?.status).toBe(201);
    expect(reader.take(Buffer.from(chunked))?.status).toBe(200);
    const none = "HTTP/1.1 204 No Content\r\n\r\n";
    expect(reader.take(Buffer.from(none))?.body).toHaveLength(0);
  });

  test("refuses bytes that nobody asked for, and an endless answer", () => {
    const reader = new AnswerReader();
    expect(() => reader.take(Buffer.from(`${plain}more`))).toThrow("follow");
    const endless = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
    expect(() => new AnswerReader().take(Buffer.from(endless))).toThrow(
      "neither how long",
    );
  });
});

test("the worst of each operation is answered while somebody else reads", async () => {
  const directory = await mkdtemp(join(tmpdir(), "inbox-worst-"));
  try {
    const databaseUrl = `file:${join(directory, "inbox.db")}`;
    const filled = await fill(databaseUrl, 60, { longThread: 30 });
    const harms = await measureWorst(databaseUrl, filled, 4);
    expect(harms.length).toBeGreaterThan(20);
    for (const { p50Ms, otherP99Ms, turnMs } of harms) {
      expect(Math.min(p50Ms, otherP99Ms)).toBeGreaterThan(0);
      expect(turnMs).toBeGreaterThanOrEqual(0);
    }
    const table = worstTable(filled.size, harms);
    for (const { name } of harms) expect(table).toContain(`\n${name} `);
  } finally {
    await rm(directory, { recursive: true });
  }
}, 60_000);
