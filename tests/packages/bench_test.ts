import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { runAll, runLoad } from "../../packages/bench/load.ts";
import type { RoundResult, Series } from "../../packages/bench/measure.ts";
import { BESIDE, measure, QUICK } from "../../packages/bench/measure.ts";
import { measureNeighbour } from "../../packages/bench/neighbour.ts";
import { openPeers } from "../../packages/bench/peers.ts";
import { reportOf, tableOf } from "../../packages/bench/report.ts";
import { getRequest } from "../../packages/bench/wires.ts";
import { inProof } from "../proof.ts";

setDefaultTimeout(120_000);

const TINY = {
  ...QUICK,
  connections: 4,
  rounds: 2,
  roundMs: 60,
  warmUpMs: 20,
  conversations: 8,
  appendedTo: 8,
};

inProof(
  "every contender answers rightly, and every ratio is measured",
  async () => {
    const report = reportOf(await measure(TINY));
    expect(report.rows.map(({ name }) => name)).toEqual([
      "REST create",
      "REST append",
      "REST read",
      "MCP create",
      "MCP append",
      "MCP read",
      "A2A create",
      "A2A append",
      "A2A read",
      "REST create, paid",
    ]);
    for (const row of report.rows) {
      expect(row).toMatchObject({ errors: 0, firstError: undefined });
      expect(row.perSecond).toBeGreaterThan(0);
      expect(row.p99Ms).toBeGreaterThanOrEqual(row.p50Ms);
    }
    expect(report.ratios).toHaveLength(5);
    for (const { ratio } of report.ratios) expect(ratio).toBeGreaterThan(0);
    const table = tableOf(TINY, report);
    expect(table).toContain("MCP append / REST append");
    expect(table).not.toContain("ERRORS");
  },
);

inProof("every peer answers rightly, and a wrong answer is found", async () => {
  await using stack = new AsyncDisposableStack();
  const peers = await openPeers("SDK", 4, stack);
  expect(peers.map(({ name }) => name)).toEqual(
    ["Node", "Bun"].flatMap((runtime) => [
      `A2A SDK send, durable, ${runtime}`,
      `A2A SDK read, durable, ${runtime}`,
      `A2A SDK send, memory, ${runtime}`,
      `A2A SDK read, memory, ${runtime}`,
      `MCP SDK call, ${runtime}`,
    ]),
  );
  for (const { name, server, prepare } of peers) {
    const load = { port: server.port, connections: 2, requestsMax: 8 };
    await runAll(await prepare(), load);
    expect(`${name}: ${server.complaints()}`).toBe(`${name}: `);
  }
  const mcp = peers.at(-1);
  if (!mcp) throw new Error("There is no peer");
  const { request, check } = await mcp.prepare();
  const wrong = { request: (n: number) => request(n + 1), check };
  const load = { port: mcp.server.port, connections: 1, requestsMax: 1 };
  await expect(runAll(wrong, load)).rejects.toThrow(
    "Expected the last message",
  );
});

inProof(
  "a neighbour's reads are answered beside floods, a backup and a verification",
  async () => {
    const lines: string[] = [];
    const few = { connections: 2, bytes: 40_000 };
    const options = {
      phaseMs: 100,
      arrays: few,
      files: few,
      conversations: 32,
    };
    await measureNeighbour(options, (line) => lines.push(line));
    expect(lines).toHaveLength(6);
    expect(lines[2]).toMatch(/^beside refused lists .* answered \{"400":\d+/);
    expect(lines[3]).toMatch(/^beside large files .* answered \{"201":\d+/);
  },
);

const ROUND: RoundResult = {
  requests: 100,
  errors: 0,
  firstError: undefined,
  perSecond: 100,
  bytes: 1_000,
  p50Ms: 1,
  p99Ms: 2,
  cpuMicros: 10,
  mainMicros: 8,
  residentBytes: 100_000_000,
};

function seriesOf(name: string, ...perSecond: readonly number[]): Series {
  return {
    name,
    rounds: perSecond.map((rate) => ({ ...ROUND, perSecond: rate })),
  };
}

test("a ratio is the median of the rounds' own ratios, also beside another checkout", () => {
  const series = [
    seriesOf("REST append", 1_000, 100, 400),
    seriesOf("MCP append", 300, 90, 280),
    seriesOf(`REST append${BESIDE}`, 500, 50, 200),
  ];
  expect(reportOf(series).ratios).toMatchObject([
    { name: "MCP append / REST append", ratio: 0.7, isMet: true },
    { name: `REST append / REST append${BESIDE}`, ratio: 2, goal: undefined },
  ]);
});

test("a contender with errors never meets its goal", () => {
  const failing = {
    name: "MCP append",
    rounds: [{ ...ROUND, errors: 1, firstError: "503 busy" }],
  };
  const report = reportOf([seriesOf("REST append", 10), failing]);
  expect(report.ratios.map(({ isMet }) => isMet)).toEqual([false]);
  const table = tableOf(QUICK, report);
  expect(table).toContain("NOT MET");
  expect(table).toContain("MCP append: 1 ERRORS, first: 503 busy");
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

  test("counts refusals by status and by their words", async () => {
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
});
