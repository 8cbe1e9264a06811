import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { startService } from "../harness.ts";
import { sample } from "../proof.ts";

setDefaultTimeout(30_000);

const service = await startService();
const { token } = await service.addAccount("alice");
afterAll(async () => await service[Symbol.asyncDispose]());

const CHILD = `${import.meta.dir}/client_child.mjs`;
const RUNTIMES = ["bun", "node"].flatMap((name) => Bun.which(name) ?? []);
/** How a client is made, and what it then speaks. */
const WAYS: [string, string][] = [
  ["v1", "2025-11-25"],
  ["default", "2025-11-25"],
  ["auto", "2026-07-28"],
  ["pinned", "2026-07-28"],
];
/** Each day a way is gone on one of the runtimes, and in the proof on all. */
const ROWS = WAYS.flatMap(([way, version], nth) => {
  const one = RUNTIMES.slice(nth % RUNTIMES.length).slice(0, 1);
  return sample(one, RUNTIMES).map((runtime): [string, string, string] => [
    way,
    runtime,
    version,
  ]);
});

test.each(ROWS)(
  "the official client in the way %s on %s speaks %s and works",
  async (way, runtime, version) => {
    const url = `${service.baseUrl}/api/mcp`;
    const child = Bun.spawn([runtime, CHILD, url, token, way], {
      stderr: "inherit",
    });
    const said = JSON.parse(await new Response(child.stdout).text());
    expect(await child.exited).toBe(0);
    expect(said).toEqual({
      version,
      server: "conversation-inbox",
      tools: expect.any(Number),
      listed: [],
      failed: true,
      unknown: -32602,
      statuses: expect.any(Array),
    });
    expect(said.tools).toBeGreaterThan(12);
    // No lost round trip: a modern client is understood at once.
    const statuses = version === "2026-07-28" ? [200] : [200, 202, 405];
    expect(said.statuses).toEqual(statuses);
  },
);
