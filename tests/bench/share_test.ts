import { expect, test } from "bun:test";
import { canHold, openShare } from "../../bench/nodes/share.ts";

/** Works for 100 ms of processor time once it is told to, and says how long that took. */
const WORK = `
for await (const _ of console) break;
const startedAt = performance.now();
const before = process.cpuUsage();
for (;;) {
  const { user, system } = process.cpuUsage(before);
  if (user + system >= 100_000) break;
}
console.log(performance.now() - startedAt);`;

test.skipIf(!canHold())(
  "a process that is held has no more than its share of a core",
  async () => {
    using share = openShare(0.2);
    const worker = Bun.spawn([process.execPath, "-e", WORK], {
      stdin: "pipe",
      stdout: "pipe",
    });
    share.hold(worker.pid);
    worker.stdin.write("begin\n");
    worker.stdin.end();
    // What was left of the first period, and of a slice on each core, comes on top of the share.
    expect(Number(await new Response(worker.stdout).text())).toBeGreaterThan(
      350,
    );
    expect(await worker.exited).toBe(0);
  },
);

test("what is no part of a core is refused", () => {
  for (const share of [0, -1, Number.NaN]) {
    expect(() => openShare(share)).toThrow("part of one core");
  }
});
