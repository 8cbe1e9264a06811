import { expect, test } from "bun:test";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { seedServiceAgents } from "../../../src/core/agents/service_agents.ts";
import { auditStore } from "../../../src/core/audit/store.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { hashToken } from "../../../src/core/identity/token.ts";
import { addAccount } from "../../../src/core/operations/add_account.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { findAccount } from "../../../src/core/operations/find_account.ts";
import { listCredentials } from "../../../src/core/operations/list_credentials.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import { rotateCredential } from "../../../src/core/operations/rotate_credential.ts";
import { updateCredential } from "../../../src/core/operations/update_credential.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { balanceOf } from "../../../src/core/payments/ledger.ts";
import { queryCall } from "../../../src/core/pipeline/query_call.ts";
import { refusal as refusalOf } from "../core_harness.ts";
import type { Opened } from "../fixture.ts";
import { openCore } from "../fixture.ts";

const refusal = (code: string) => expect.objectContaining({ code });

function balance(core: Opened, accountId: string): Promise<number> {
  const caller = { principal: OPERATOR, via: "cli", requestId: "" } as const;
  return balanceOf(queryCall(core.services, caller), accountId);
}

test("an account is added whole or not at all", async () => {
  await using core = await openCore({ LEDGER_OPENING_CREDIT: "12.50" });
  const alice = await core.run(addAccount, OPERATOR, {
    name: "  Alice\u202e\n ",
    localPart: "alice",
  });
  expect(alice.account).toMatchObject({ displayName: "Alice", kind: "person" });
  expect(alice.address?.address).toBe("alice@inbox.localhost");
  expect(alice.credential).toMatchObject({
    prefix: "svc_",
    lastFour: alice.token.slice(-4),
    scopes: null,
  });
  expect(await balance(core, alice.account.id)).toBe(12_500_000);

  const bot = await core.run(addAccount, OPERATOR, {
    name: "Bot",
    kind: "agent",
    credit: "0",
  });
  expect(bot).toMatchObject({ account: { kind: "agent" }, address: null });
  expect(await balance(core, bot.account.id)).toBe(0);

  const wrong = (input: object, code: string) =>
    expect(
      core.run(addAccount, OPERATOR, { name: "X", ...input }),
    ).rejects.toThrow(refusal(code));
  await wrong({ localPart: "alice" }, "taken");
  await wrong({ localPart: "hell0" }, "reserved");
  await wrong({ localPart: "A" }, "invalid_local_part");
  await wrong({ credit: "-1" }, "invalid_price");
  await wrong({ credit: "1e9" }, "invalid_price");
  await wrong({ name: "\u202e" }, "invalid_input");
  await wrong({ name: "x".repeat(101) }, "invalid_input");
  await wrong({ kind: "service" }, "invalid_input");
  await expect(
    core.run(addAccount, { ...core, kind: "anonymous" }, { name: "X" }),
  ).rejects.toThrow("Only the operator can do this.");
  const { chains } = await core.run(verifyAudit, OPERATOR, {});
  expect(chains).toBe(2);
});

test("of many added at once with one local-part one is", async () => {
  await using core = await openCore();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => core.add("alice")),
  );
  const won = results.filter(({ status }) => status === "fulfilled");
  expect(won).toHaveLength(1);
});

test("an account is found by address, local-part and id, and no other way", async () => {
  await using core = await openCore();
  const { accountId } = await core.add("alice");
  const find = (account: string) =>
    core.run(findAccount, OPERATOR, { account });
  for (const account of ["Alice@Inbox.Localhost", "alice", accountId]) {
    expect(await find(account)).toMatchObject({
      account: { id: accountId },
      address: "alice@inbox.localhost",
    });
  }
  for (const account of ["bob", "alice@example.org", "acc_none"]) {
    await expect(find(account)).rejects.toThrow(refusal("account_not_found"));
  }
});

test("credentials are listed without anything of their tokens", async () => {
  await using core = await openCore();
  const { accountId, token } = await core.add();
  const second = await core.run(addCredential, OPERATOR, {
    accountId,
    name: "Reader",
    scopes: ["conversations:read"],
  });
  const listed = await core.run(listCredentials, OPERATOR, { accountId });
  expect(listed.credentials.map((it) => it.name)).toEqual([
    "Reader",
    "First access",
  ]);
  const text = JSON.stringify(listed);
  for (const secret of [token, second.token]) {
    expect(text).not.toContain(secret.slice(0, 47));
    expect(text).not.toContain(hashToken(secret));
  }
  const credentialId = second.credential.id;
  const names = { accountId, credentialId };
  const ended = await core.run(revokeCredential, OPERATOR, names);
  core.advance(5);
  expect(await core.run(revokeCredential, OPERATOR, names)).toEqual(ended);
  const after = await core.run(listCredentials, OPERATOR, { accountId });
  expect(after.credentials.at(-1)).toEqual(ended.credential);
});

test("credentials of another account, or none, answer alike", async () => {
  await using core = await openCore();
  const alice = await core.add();
  const bob = await core.add();
  const { accountId } = alice;
  for (const credentialId of [bob.credentialId, "cred_none"]) {
    for (const operation of [rotateCredential, revokeCredential]) {
      await expect(
        core.run(operation, OPERATOR, { accountId, credentialId }),
      ).rejects.toThrow("Cannot find this credential of this account.");
    }
  }
  const stranger = { accountId: "acc_none", credentialId: bob.credentialId };
  await expect(core.run(rotateCredential, OPERATOR, stranger)).rejects.toThrow(
    refusal("account_not_found"),
  );
});

test("a credential is refused for what it cannot be", async () => {
  await using core = await openCore();
  const { accountId } = await core.add();
  const wrong = (input: object, code: string) =>
    expect(
      core.run(addCredential, OPERATOR, { accountId, name: "x", ...input }),
    ).rejects.toThrow(refusal(code));
  await wrong({ accountId: "acc_none" }, "account_not_found");
  await wrong({ accountId: "acc_hello" }, "forbidden");
  await wrong({ scopes: ["everything"] }, "invalid_input");
  await wrong({ scopes: [] }, "invalid_input");
  await wrong({ expiresAt: "tomorrow" }, "invalid_input");
  await wrong({ expiresAt: "2026-02-31" }, "invalid_input");
  await wrong({ expiresAt: "2026-01-15T12:00:00Z" }, "invalid_input");
  for (let i = 1; i < LIMITS.credentialsPerAccountMax; i++) {
    await core.run(addCredential, OPERATOR, { accountId, name: `n${i}` });
  }
  await wrong({}, "quota_exceeded");
});

test("changes of credentials are in the account's chain, which verifies", async () => {
  await using core = await openCore();
  const { accountId, credentialId, token } = await core.add("alice");
  const names = { accountId, credentialId };
  await Promise.all([
    core.run(rotateCredential, OPERATOR, names),
    core.run(rotateCredential, OPERATOR, names),
    core.run(rotateCredential, OPERATOR, names),
  ]);
  await core.run(revokeCredential, OPERATOR, names);
  const { db } = core.services;
  const rows = await auditStore(db).page(accountId, 0, 100);
  const bodies = rows.map(({ said }) => said);
  expect(bodies.map(({ type }) => type)).toEqual([
    "account.created",
    "address.claimed",
    "credential.created",
    "credential.rotated",
    "credential.rotated",
    "credential.rotated",
    "credential.revoked",
  ]);
  expect(bodies.at(-1)).toMatchObject({
    actor: { kind: "operator" },
    refs: { credentialId },
  });
  expect(JSON.stringify(rows)).not.toContain(hashToken(token));
  expect(await core.run(verifyAudit, OPERATOR, {})).toMatchObject({
    ok: true,
    chains: 1,
    records: 7,
    faults: [],
    omitted: 0,
  });
});

test("seeding the service agents again changes nothing", async () => {
  await using core = await openCore();
  const found = () => core.run(findAccount, OPERATOR, { account: "hello" });
  const before = await found();
  expect(before.account).toMatchObject({ id: "acc_hello", kind: "service" });
  core.advance(1_000);
  await seedServiceAgents(core.services);
  expect(await found()).toEqual(before);
});

test("limits are changed one by one, taken away, and never of what has ended", async () => {
  await using core = await openCore();
  const { accountId, credentialId } = await core.add("alice");
  const names = { accountId, credentialId };
  const limit = async (limits: object) =>
    (await core.run(updateCredential, OPERATOR, { ...names, limits }))
      .credential.limits;
  expect(await limit({ perPayment: "5", perDay: 20 })).toMatchObject({
    perPayment: { amount: "5.00" },
    perDay: { amount: "20.00" },
  });
  expect(await limit({ perPayment: null })).toMatchObject({
    perPayment: null,
    perDay: { amount: "20.00" },
  });
  const wrong = { ...names, limits: { perDay: "much" } };
  const refused = await refusalOf(core.run(updateCredential, OPERATOR, wrong));
  expect(refused.code).toBe("invalid_price");
  await core.run(revokeCredential, OPERATOR, names);
  const ended = await refusalOf(limit({ perDay: "1" }));
  expect(ended.code).toBe("credential_ended");
});
