import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { pushStore } from "../../../src/core/push/push_store.ts";
import type { TestCore } from "../core_harness.ts";
import { send, startCore } from "../core_harness.ts";

async function startCounted() {
  let queued = 0;
  const core = await startCore({}, (db) => ({
    ...db,
    commit: (statements, wakes) => {
      for (const { sql } of statements) {
        if (sql.startsWith("insert into deliveries")) queued += 1;
      }
      return db.commit(statements, wakes);
    },
  }));
  const alice = await core.account("alice");
  const bob = await core.account("bob");
  return {
    ...core,
    alice,
    bob,
    /** Statements that leave notices for a message of one to the other. */
    async statementsOf(from: typeof alice, to: typeof bob): Promise<number> {
      const before = queued;
      await send(from, { title: "A question", to: [to.address] });
      return queued - before;
    },
  };
}

/** Adds a device of each of some accounts, by id. */
const addDevices = (
  { services: { db } }: TestCore,
  devices: Readonly<Record<string, string>>,
) =>
  db.commit(
    Object.entries(devices).map(([id, accountId]) =>
      pushStore(db).insert({
        ...{ id, accountId, name: "Phone", endpointHash: id },
        ...{ subscription: "", kinds: ["replies", "asks"] },
        ...{ createdAt: 0, reachedAt: null },
      }),
    ),
  );

test("a commit writes nothing for devices where nobody has one, and does from the moment one is added until it is removed", async () => {
  await using core = await startCounted();
  const { alice, bob, statementsOf, services } = core;
  expect(await statementsOf(alice, bob)).toBe(0);
  await addDevices(core, { dev_1: bob.accountId });
  expect(await statementsOf(alice, bob)).toBe(1);
  expect(await core.rows("select recipient from deliveries")).toEqual([
    ["dev_1"],
  ]);
  expect(await statementsOf(bob, alice)).toBe(0);
  await services.db.commit(pushStore(services.db).remove("dev_1"));
  expect(await statementsOf(alice, bob)).toBe(0);
});

test("where more accounts have devices than are kept at hand, each is told all the same", async () => {
  await using core = await startCounted();
  const { alice, bob, statementsOf } = core;
  const others = Array.from(
    { length: LIMITS.pushAccountsKnownMax },
    (_, n) => [`dev_${n}`, `acc_${n}`] as const,
  );
  await addDevices(core, Object.fromEntries(others));
  expect(await statementsOf(alice, bob)).toBe(0);
  await addDevices(core, { dev_bob: bob.accountId });
  expect(await statementsOf(alice, bob)).toBe(1);
  expect(await core.rows("select recipient from deliveries")).toEqual([
    ["dev_bob"],
  ]);
});
