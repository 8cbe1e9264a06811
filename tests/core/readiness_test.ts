import { expect, test } from "bun:test";
import { rename, rm } from "node:fs/promises";
import Sqlite from "libsql";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { getReadiness } from "../../src/core/operations/get_readiness.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import type { TestCore } from "./core_harness.ts";
import { startCore } from "./core_harness.ts";

/** The readiness of now, not of a moment ago. */
function look(core: TestCore) {
  core.advance(LIMITS.readyKeptMs);
  return core.run(getReadiness, {});
}

test("readiness takes the way of a real write: who else holds the file keeps it from being ready", async () => {
  await using core = await startCore();
  expect(await look(core)).toMatchObject({ ok: true });
  const other = new Sqlite(`${core.directory}/inbox.db`);
  other.exec("BEGIN IMMEDIATE");
  expect(await look(core)).toMatchObject({
    ok: false,
    database: { writable: false, full: false },
  });
  other.exec("ROLLBACK");
  other.close();
  expect(await look(core)).toMatchObject({
    ok: true,
    database: { writable: true },
  });
});

test("a service whose file was moved away is not ready until it is back", async () => {
  await using core = await startCore();
  expect(await look(core)).toMatchObject({ ok: true });
  const file = `${core.directory}/inbox.db`;
  await rename(file, `${file}.moved`);
  expect(await look(core)).toMatchObject({
    ok: false,
    database: { writable: false, full: false },
  });
  await rename(`${file}.moved`, file);
  expect(await look(core)).toMatchObject({ ok: true });
});

test("readiness changes a row each time: one that stays as it is would not be written", async () => {
  await using core = await startCore();
  await look(core);
  await look(core);
  expect(await core.rows("select id, times from probes")).toEqual([[1, 2]]);
});

test("whoever asks at once shares one write, and so does who asks within a second", async () => {
  await using core = await startCore();
  let writes = 0;
  core.services.readiness.watch("database", async () => {
    writes += 1;
  });
  const ask = () => core.run(getReadiness, {});
  await Promise.all(Array.from({ length: 50 }, ask));
  await ask();
  expect(writes).toBe(1);
  core.advance(LIMITS.readyKeptMs);
  await ask();
  expect(writes).toBe(2);
});

test("a service that svc cannot reach says so, and is ready all the same", async () => {
  await using core = await startCore();
  const { services } = core;
  const path = core.config.operatorPath ?? "";
  expect((await look(core)).operator).toBeUndefined();
  const channel = await startOperatorChannel(services, {
    operations: OPERATIONS,
    path,
  });
  services.readiness.watch("operator", channel.prove);
  try {
    expect(await look(core)).toMatchObject({
      ok: true,
      operator: { reachable: true },
    });
    await Bun.write(path, JSON.stringify({ port: 1, token: "another's" }));
    const astray = { ok: true, operator: { reachable: false } };
    expect(await look(core)).toMatchObject(astray);
    await rm(path);
    expect(await look(core)).toMatchObject(astray);
  } finally {
    await channel.stop();
  }
});
