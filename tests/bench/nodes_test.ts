import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { measureNodes, nodesTable } from "../../bench/nodes.ts";
import { SQLD } from "../core/db/sqld.ts";

setDefaultTimeout(60_000);

test.skipIf(!existsSync(SQLD))(
  "what two nodes are measured by is heard, refused and made",
  async () => {
    const report = await measureNodes({
      streams: 1,
      messagesEach: 2,
      revocations: 1,
      loadMs: 200,
      idleMs: 1,
    });
    expect(report.events.count).toBe(2);
    expect(report.revocations.count).toBe(1);
    for (const perSecond of report.creates) {
      expect(perSecond).toBeGreaterThan(0);
    }
    expect(nodesTable(report).split("\n")).toHaveLength(4);
  },
);
