import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { readConfig } from "../../../src/config/config.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { Loop } from "../../../src/core/base/loop.ts";
import { Lease, leased } from "../../../src/core/loops/lease.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
import { openServices } from "../../../src/process/open_services.ts";
import type { TestCore } from "../core_harness.ts";
import { START, startCore } from "../core_harness.ts";
import { nodeSettings, SQLD, startServer } from "./sqld.ts";

setDefaultTimeout(30_000);

const open = (core: TestCore) =>
  openServices(readConfig({ ...nodeSettings(core.config.databaseUrl) }), {
    clock: () => START,
    writeLog: () => {},
  });

const leaseOf = (services: OpenServices) =>
  new Lease(services, services.db.follower?.id ?? "");

/** As if the holder had not been heard of for so long. */
const pass = ({ services }: TestCore, ms: number) =>
  services.db.commit([
    { sql: "UPDATE leases SET until = until - ?", args: [ms] },
  ]);

const isHeld = async (lease: Lease) => {
  let times = 0;
  await lease.during(new AbortController().signal, async () => {
    times += 1;
  });
  return times === 1;
};

describe.skipIf(!existsSync(SQLD))("what one node at a time does", () => {
  test("one of two nodes does it, and the other one once the first is not heard of", async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings });
    const other = await open(core);
    const [first, second] = [leaseOf(core.services), leaseOf(other)];
    expect([await isHeld(first), await isHeld(second)]).toEqual([true, false]);
    await pass(core, LIMITS.leaseMs / 2);
    expect(await isHeld(second)).toBe(false);
    // It was held all the while: that counts from its last word.
    expect(await isHeld(first)).toBe(true);
    await pass(core, LIMITS.leaseMs / 2);
    expect(await isHeld(second)).toBe(false);
    await pass(core, LIMITS.leaseMs);
    expect([await isHeld(second), await isHeld(first)]).toEqual([true, false]);
    const [row] = await core.rows("select token from leases");
    expect(row).toEqual([2]);
    await other.close();
  });

  test("a node that has lost it ends what it does early", async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings });
    const other = await open(core);
    const [first, second] = [leaseOf(core.services), leaseOf(other)];
    const begun = Promise.withResolvers<AbortSignal>();
    const ended = Promise.withResolvers<void>();
    const running = first.during(new AbortController().signal, (signal) => {
      begun.resolve(signal);
      signal.addEventListener("abort", () => ended.resolve());
      return ended.promise;
    });
    const signal = await begun.promise;
    await pass(core, LIMITS.leaseMs + 1);
    expect(await second.renew()).toBe(true);
    expect(signal.aborted).toBe(false);
    expect(await first.renew()).toBe(false);
    await running;
    expect(signal.aborted).toBe(true);
    await other.close();
  });

  test("a node that stops gives it back, and another one has it at once", async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings });
    const other = await open(core);
    const [first, second] = [leaseOf(core.services), leaseOf(other)];
    expect([await first.renew(), await second.renew()]).toEqual([true, false]);
    await first.giveBack();
    expect([await second.renew(), await first.renew()]).toEqual([true, false]);
    await other.close();
  });
});

test("a process that owns its file takes no lease", async () => {
  await using core = await startCore();
  const loop = new Loop({ everyMs: 1, pass: async () => {}, failed() {} });
  const { loops, giveBack } = leased(core.services, [loop]);
  expect(loops).toEqual([loop]);
  await giveBack();
  expect(await core.rows("select count(*) from leases")).toEqual([[0]]);
});
