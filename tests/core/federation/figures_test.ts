import { expect, test } from "bun:test";
import { SYSTEM } from "../../../src/core/access/principal.ts";
import { circuitStore } from "../../../src/core/federation/circuit_store.ts";
import { getFigures } from "../../../src/core/operations/get_figures.ts";
import { openCore } from "../fixture.ts";

test("a service is silent after three failures, until it answers", async () => {
  await using core = await openCore();
  const { db, clock } = core.services;
  const store = circuitStore(db);
  const origin = "https://b.example";
  const silent = async () =>
    (await core.run(getFigures, SYSTEM, {})).remote.silent;
  await db.commit([
    store.put({ origin, failures: 3, opensAt: clock() }),
    store.put({ origin: "https://c.example", failures: 2, opensAt: clock() }),
  ]);
  expect(await silent()).toBe(1);
  await db.commit(store.heard(origin, clock()));
  expect(await silent()).toBe(0);
});
