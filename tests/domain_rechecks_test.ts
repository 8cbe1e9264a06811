import { expect, test } from "bun:test";
import {
  domainRechecks,
  recheckDue,
} from "../src/core/loops/domain_rechecks.ts";
import { addDomain } from "../src/core/operations/add_domain.ts";
import { DAY, startCore } from "./core/core_harness.ts";
import { RESOLVER, startDns } from "./dns.ts";

const nothing = () => ({ rcode: "NXDOMAIN" }) as const;

test("the re-check runs as soon as the service does, and ends with it", async () => {
  const asked = Promise.withResolvers<void>();
  await using dns = await startDns({
    [RESOLVER]() {
      asked.resolve();
      return nothing();
    },
  });
  await using core = await startCore(dns.env);
  const alice = await core.account("alice");
  for (let i = 0; i < 12; i++) {
    await alice.run(addDomain, { domain: `d${i}.example` });
  }
  core.advance(30 * DAY);
  const rechecks = domainRechecks(core.services);
  rechecks.start();
  await asked.promise;
  await rechecks.stop();
  const rows = await core.rows(
    "select status, count(*) from address_domains group by status order by 1",
  );
  // A recheck that was begun is finished, the rest is left to the next start.
  expect(rows).toEqual([
    ["expired", 5],
    ["pending-dns", 7],
  ]);
});

test("one domain that cannot be checked does not keep the others waiting", async () => {
  await using dns = await startDns({ [RESOLVER]: nothing });
  await using core = await startCore(dns.env);
  const alice = await core.account("alice");
  for (const domain of ["a.example", "b.example", "c.example"]) {
    await alice.run(addDomain, { domain });
  }
  await core.services.db.commit([
    {
      sql: `CREATE TRIGGER broken BEFORE UPDATE ON address_domains
        WHEN NEW.domain = 'a.example'
        BEGIN SELECT RAISE(ABORT, 'broken'); END`,
      args: [],
    },
  ]);
  core.advance(30 * DAY);
  expect(await recheckDue(core.services)).toBe(3);
  expect(
    await core.rows("select domain, status from address_domains order by 1"),
  ).toEqual([
    ["a.example", "pending-dns"],
    ["b.example", "expired"],
    ["c.example", "expired"],
  ]);
  expect(core.logged.join()).toContain("domain_recheck_failed");
});

test("a pass checks a bounded number, and the next one the rest", async () => {
  await using dns = await startDns({ [RESOLVER]: nothing });
  await using core = await startCore(dns.env);
  for (let i = 0; i < 3; i++) {
    const actor = await core.account(`x${i}`);
    for (let j = 0; j < 20; j++) {
      await actor.run(addDomain, { domain: `d${j}.example` });
    }
  }
  core.advance(DAY);
  expect(await recheckDue(core.services)).toBe(50);
  expect(await recheckDue(core.services)).toBe(10);
  expect(await recheckDue(core.services)).toBe(0);
});
