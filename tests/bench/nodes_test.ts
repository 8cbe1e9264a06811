import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { measureNodes, nodesTable } from "../../bench/nodes.ts";
import { nodeFeedLoops } from "../../src/core/loops/node_feed.ts";
import { SQLD } from "../core/db/sqld.ts";
import { startService } from "../harness.ts";

setDefaultTimeout(60_000);

test.skipIf(!existsSync(SQLD))(
  "what two nodes are measured by is heard, refused and made",
  async () => {
    const little = {
      ...{ streams: 1, messagesEach: 2, revocations: 1 },
      ...{ loadMs: 100, idleMs: 1 },
    };
    // In this process: what is looked at is what the bench says, not how fast that is.
    const start = async (env: Readonly<Record<string, string>>) => {
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
