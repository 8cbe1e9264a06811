import { expect, test } from "bun:test";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { unfoldRecords } from "../../records.ts";
import { startCore } from "../core_harness.ts";

test("a change of the profile is in the account's own chain, once, and says what changed", async () => {
  await using core = await startCore();
  const alice = await core.account("alice");
  const change = { name: "Alice", listed: true };
  await alice.run(updateProfile, change);
  await alice.run(updateProfile, change);
  await unfoldRecords(core.services.db);
  const rows = await core.rows(
    `select body from unfolded_records where chain_id = '${alice.accountId}'`,
  );
  const bodies = rows.map(([body]) => JSON.parse(String(body)));
  const changes = bodies.filter(({ type }) => type === "profile.changed");
  expect(changes.map(({ refs }) => refs)).toEqual([
    { version: "1", fields: "name,listed" },
  ]);
  expect((await core.run(verifyAudit, {})).ok).toBe(true);
});

test("of two changes at once none is lost", async () => {
  await using core = await startCore();
  const alice = await core.account("alice");
  const changes = [
    { name: "Alice" },
    { description: "Words" },
    { listed: true },
    { prices: [{ contactType: "everyone" as const, price: "1" }] },
  ];
  await Promise.all(changes.map((it) => alice.run(updateProfile, it)));
  const profile = await alice.run(updateProfile, {});
  expect(profile).toMatchObject({
    name: "Alice",
    description: "Words",
    listed: true,
    version: 4,
  });
  expect(profile.prices.at(-1)?.source).toBe("recipient");
});

test("the service's own agents are listed once, however often it starts, and follow its words", async () => {
  const core = await startCore();
  const versions = (services: typeof core.services) =>
    services.db.orm.values(
      "select account_id, version, description from profiles order by id",
    );
  const first = await versions(core.services);
  expect(first).toHaveLength(5);
  await core.services.db.commit([
    {
      sql: "update profiles set description = 'old words' where account_id = 'acc_hello'",
      args: [],
    },
  ]);
  await core.services.close();
  const again = await openServices(core.config);
  const [hello, ...others] = await versions(again);
  expect(hello).toEqual(["acc_hello", 2, (first[0] as readonly unknown[])[2]]);
  expect(others).toEqual(first.slice(1));
  await again.close();
});
