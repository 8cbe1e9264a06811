import { expect, setDefaultTimeout, test } from "bun:test";
import { addDomain } from "../../src/core/operations/add_domain.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { RESOLVER, startDns } from "../dns.ts";
import { neverStored } from "./never_stored.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

/** Closes the database first, so that no service runs. */
async function stopped(): Promise<Opened> {
  const core = await openCore();
  await core.services.close();
  return core;
}

test("svc account list says who is there, who signs in and how, and who is closed", async () => {
  await using core = await stopped();
  await json(
    core,
    ...["account", "add", "--local-part", "alice", "--name", "Alice"],
    ...["--email", "alice@example.org"],
  );
  await json(core, ...["account", "add", "--name", "Bot", "--kind", "agent"]);
  await json(core, "account", "disable", "alice");
  const { accounts, nextBefore } = await json(core, "account", "list");
  expect(nextBefore).toBeNull();
  const own = accounts.filter(
    ({ account }: { readonly account: { readonly kind: string } }) =>
      account.kind !== "service",
  );
  expect(own).toMatchObject([
    { account: { displayName: "Bot" }, address: null, email: null },
    {
      account: { displayName: "Alice", disabledAt: expect.any(String) },
      address: "alice@inbox.localhost",
      email: "alice@example.org",
    },
  ]);
  const shown = await svc(core, "account", "list");
  expect(shown.out).toMatch(
    /alice@inbox\.localhost +Alice +person +alice@example\.org +acc_\w+ +disabled/,
  );
});

test("svc works alone: accounts, credentials, audit", async () => {
  await using core = await stopped();
  const apart = { ...core, isApart: true };
  const alice = ["--account", "alice@inbox.localhost"];
  const added = await json(
    apart,
    ...["account", "add", "--local-part", "alice", "--name", "Alice"],
    ...["--credit", "100.00"],
  );
  expect(added).toMatchObject({
    account: { kind: "person", displayName: "Alice" },
    address: { address: "alice@inbox.localhost" },
  });
  expect(added.token).toMatch(/^svc_/);

  const scope = ["--scope", "conversations:read", "audit:read"];
  const more = await json(
    core,
    ...["credential", "add", ...alice, "--name", "Reader", ...scope],
  );
  expect(more.credential.scopes).toEqual(["conversations:read", "audit:read"]);
  const id = more.credential.id;
  const rotated = await json(core, "credential", "rotate", id, ...alice);
  expect(rotated.token).not.toBe(more.token);
  const revoked = await json(core, "credential", "revoke", id, ...alice);
  expect(revoked.credential.revokedAt).toBeString();
  const listed = await json(core, "credential", "list", ...alice);
  expect(listed.credentials).toHaveLength(2);
  expect(await json(core, "audit", "verify")).toEqual({
    ok: true,
    chains: 1,
    records: 6,
    faults: [],
    omitted: 0,
  });
  await neverStored(core, [added.token, more.token, rotated.token]);
});

test("svc does the daily check of a domain", async () => {
  await using dns = await startDns({
    [RESOLVER]: () => ({ rcode: "NXDOMAIN" }),
  });
  await using core = await openCore(dns.env);
  const { member } = await core.add("alice");
  const { id } = await core.run(addDomain, member, {
    domain: "bakery.example",
  });
  await core.services.close();
  const ran = await svc({ ...core, env: dns.env }, "domain", "recheck", id);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toMatch(/Status +expired/);
  expect(ran.out).toContain("_svc-challenge.bakery.example does not exist");
  const absent = await svc(core, "domain", "recheck", "dom_0");
  expect(absent.err).toBe("Cannot find a domain with this id.\n");
});

test("a person reads text, with the token once", async () => {
  await using core = await stopped();
  const added = await svc(
    core,
    ...["account", "add", "--name", "Bot", "--local-part", "bot"],
  );
  expect(added).toMatchObject({ code: 0, err: "" });
  expect(added.out).toContain("bot@inbox.localhost");
  expect(added.out.match(/svc_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}/g)).toHaveLength(
    1,
  );
  const listed = await svc(core, "credential", "list", "--account", "bot");
  expect(listed.out).toMatch(/First access +…\w{4} +active/);
  const verified = await svc(core, "audit", "verify");
  expect(verified.out).toBe(
    "All links hold, and everything stored matches its record: 3 records in 1 chain.\n",
  );
});

test("two svc at once wait for each other when no service runs", async () => {
  await using core = await stopped();
  const apart = { ...core, isApart: true };
  const rans = await Promise.all(
    ["a1", "b1", "c1"].map((name) =>
      svc(apart, "account", "add", "--local-part", name, "--name", name),
    ),
  );
  expect(rans.map(({ code, err }) => ({ code, err }))).toEqual(
    rans.map(() => ({ code: 0, err: "" })),
  );
  const verified = await json(core, "audit", "verify");
  expect(verified).toMatchObject({ ok: true, chains: 3 });
});

test("a file left by a killed service does not mislead svc", async () => {
  await using core = await stopped();
  const path = core.config.operatorPath ?? "";
  await Bun.write(path, JSON.stringify({ port: 9, token: "old" }));
  expect(await svc(core, "audit", "verify")).toMatchObject({ code: 0 });
});

test("an error is one sentence, or the problem object", async () => {
  await using core = await stopped();
  const nobody = ["credential", "list", "--account", "nobody@inbox.localhost"];
  expect(await svc(core, ...nobody)).toEqual({
    code: 1,
    out: "",
    err: "Cannot find an account with the address nobody@inbox.localhost.\n",
  });
  const problem = await svc(core, "--json", ...nobody);
  expect(problem).toMatchObject({ code: 1, out: "" });
  expect(JSON.parse(problem.err)).toMatchObject({
    code: "account_not_found",
    status: 404,
    fix: expect.any(String),
  });
});

test("a call that cannot be read is one sentence, or JSON", async () => {
  await using core = await stopped();
  const calls = [
    ["account", "add"],
    ["account", "add", "--nmae", "x"],
    ["frobnicate"],
    ["credential", "add", "--account", "a", "--name", "x", "--scope", "all"],
    ["credential", "rotate", "--account", "a"],
  ];
  await Promise.all(
    calls.map(async (args) => {
      const ran = await svc(core, ...args);
      expect(ran).toMatchObject({ code: 1, out: "" });
      expect(ran.err).toMatch(/^Cannot run svc: .+\n$/);
    }),
  );
  const asJson = await svc(core, "frobnicate", "--json");
  expect(JSON.parse(asJson.err)).toMatchObject({ code: "usage" });
});

test("help teaches with examples, at every level", async () => {
  await using core = await stopped();
  for (const args of [
    ["--help"],
    ["account", "add", "--help"],
    ["credential", "--help"],
    ["audit", "verify", "--help"],
  ]) {
    const ran = await svc(core, ...args);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toContain("Examples:\n  svc ");
    expect(ran.out).toContain("--json");
  }
});

test("svc audit verify exits 1 when a record was changed", async () => {
  await using core = await openCore();
  const apart = { ...core, isApart: true };
  const { accountId } = await core.add("alice");
  await core.services.close();
  const { default: Sqlite } = await import("libsql");
  const file = new Sqlite(`${core.directory}/inbox.db`);
  file.exec("DROP TRIGGER audit_records_no_update");
  file.exec("UPDATE audit_records SET body = '{}' WHERE first = 1");
  file.close();
  expect(await svc(apart, "audit", "verify")).toEqual({
    code: 1,
    out: expect.stringContaining(
      `${accountId} record 1: its text, or that of a record before, is not what was hashed\n`,
    ),
    err: "",
  });
  const one = await svc(core, "audit", "verify", accountId, "--json");
  expect(one.code).toBe(1);
  expect(JSON.parse(one.out)).toMatchObject({ ok: false });
});
