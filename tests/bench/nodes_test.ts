import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { heldTable, measureHeldNodes } from "../../bench/nodes/held.ts";
import type { MeasuredNode } from "../../bench/nodes/load.ts";
import { measureNodes, nodesTable } from "../../bench/nodes/measure.ts";
import { nodeFeedLoops } from "../../src/core/loops/node_feed.ts";
import { SQLD } from "../core/db/sqld.ts";
import { startService } from "../harness.ts";

setDefaultTimeout(60_000);

/** In this process: what is looked at is what the bench says, not how fast that is. */
async function start(
  env: Readonly<Record<string, string>>,
): Promise<MeasuredNode> {
  const service = await startService({ env, isRealTime: true });
  const loops = nodeFeedLoops(service.services);
  for (const loop of loops) loop.start();
  return {
    ...{ port: service.port, baseUrl: service.baseUrl },
    ...{ pid: process.pid, env },
    async [Symbol.asyncDispose]() {
      await Promise.all(loops.map((it) => it.stop()));
      await service[Symbol.asyncDispose]();
    },
  };
}

test.skipIf(!existsSync(SQLD))(
  "what two nodes are measured by is heard, refused and made",
  async () => {
    const little = {
      ...{ streams: 1, messagesEach: 2, revocations: 1 },
      ...{ warmUpMs: 100, loadMs: 100, idleMs: 1 },
    };
    const report = await measureNodes(little, () => {}, start);
    expect(report.events.count).toBe(2);
    expect(report.revocations.count).toBe(1);
    for (const { perSecond } of report.creates) {
      expect(perSecond).toBeGreaterThan(0);
    }
    expect(report.reads.perSecond).toBeGreaterThan(0);
    expect(report.bare.perSecond).toBeGreaterThan(0);
    expect(nodesTable(report).split("\n")).toHaveLength(8);
  },
);

test.skipIf(!existsSync(SQLD))(
  "one node and two that are held are asked alike, and each is held before it is measured",
  async () => {
    const log: string[] = [];
    const report = await measureHeldNodes(
      { share: 0.5, warmUpMs: 100, loadMs: 50, turns: 2 },
      (line) => log.push(line),
      start,
      (share) => ({
        hold: (pid) => log.push(`${pid} to ${share}`),
        [Symbol.dispose]: () => log.push("over"),
      }),
    );
    const { pid } = process;
    expect(log).toEqual([
      "Warming up, not held",
      `${pid} to 0.5`,
      `${pid} to 0.5`,
      "Creates at one node and at both, by turns",
      "Reads at one node and at both, by turns",
      "over",
    ]);
    for (const { perSecond } of [...report.creates, ...report.reads]) {
      expect(perSecond).toBeGreaterThan(0);
    }
    const lines = heldTable(report).split("\n");
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain("held to 0.5 of a core");
  },
);
