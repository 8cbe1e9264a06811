import { expect, test } from "bun:test";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { svc } from "./svc.ts";

function ledger(core: Opened, ...args: string[]) {
  return svc(core, "ledger", ...args);
}

async function channelOf({ services, config }: Opened) {
  return await startOperatorChannel(services, {
    operations: OPERATIONS,
    path: config.operatorPath ?? "",
  });
}

test("an operator credits an account, reads its statement and finds the books right", async () => {
  await using core = await openCore();
  const { accountId } = await core.add("alice");
  const channel = await channelOf(core);
  try {
    const credited = await ledger(
      core,
      ...["credit", "alice@inbox.localhost", "25.50", "--json"],
    );
    expect(credited).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(credited.out)).toMatchObject({
      accountId,
      credited: { amount: "25.50" },
      balance: { amount: "1025.50" },
      label: "TEST",
    });
    const page = await ledger(core, "statement", "alice", "--limit", "1");
    expect(page).toMatchObject({ code: 0, err: "" });
    const [head, , row, , more = ""] = page.out.split("\n");
    expect(head).toMatch(/^At +Kind +USDC \(TEST\) +Balance +With +In$/);
    expect(row).toMatch(/ fund +25\.50 +1025\.50 +- +-$/);
    const [, cursor = ""] = more.match(/^More: --cursor (\S+)$/) ?? [];
    const rest = await ledger(
      core,
      ...["statement", accountId, "--cursor", cursor, "--json"],
    );
    expect(JSON.parse(rest.out)).toMatchObject({
      entries: [{ kind: "fund", amount: { amount: "1000.00" } }],
      nextCursor: null,
    });
    const verified = await ledger(core, "verify");
    expect(verified).toMatchObject({ code: 0, err: "" });
    expect(verified.out).toStartWith("The ledger is correct:");
    expect(await core.run(verifyAudit, OPERATOR, {})).toMatchObject({
      ok: true,
    });
  } finally {
    await channel.stop();
  }
}, 30_000);

test("a credit with a key is given once, and its key is for that amount and account alone", async () => {
  await using core = await openCore();
  const { accountId } = await core.add("alice");
  await core.add("bob");
  const channel = await channelOf(core);
  const key = ["--key", "order-1042"];
  const credit = (...args: string[]) => ledger(core, "credit", ...args);
  try {
    const first = await credit("alice", "25.50", ...key, "--json");
    expect(JSON.parse(first.out)).toMatchObject({
      accountId,
      balance: { amount: "1025.50" },
      repeated: false,
    });
    const again = await credit("alice@inbox.localhost", "25.5", ...key);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toContain("25.50 USDC (TEST) earlier; nothing");
    expect(again.out).toContain("1025.50 USDC (TEST)");
    for (const other of [
      ["alice", "25.51"],
      ["bob", "25.50"],
    ]) {
      const { code, out, err } = await credit(...other, ...key);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain("already used for another amount or account");
    }
    const wrong = await credit("alice", "1", "--key", "two words");
    expect(wrong).toMatchObject({ code: 1, out: "" });
    expect(wrong.err).toContain("key must be plain ASCII");
    const keyless = await credit("alice", "25.50", "--json");
    expect(JSON.parse(keyless.out).balance.amount).toBe("1051.00");
    const page = await ledger(core, "statement", "alice", "--json");
    expect(JSON.parse(page.out).entries).toHaveLength(3);
  } finally {
    await channel.stop();
  }
}, 30_000);

test("each wrong amount, account, cursor and limit is refused in one sentence", async () => {
  await using core = await openCore();
  await core.add("alice");
  const channel = await channelOf(core);
  const refusals: readonly (readonly [string, ...string[]])[] = [
    ["use zero or more", "credit", "alice", "five"],
    ["use zero or more", "credit", "alice", "1e3"],
    ["must be more than zero", "credit", "alice", "0"],
    ["cannot hold that much", "credit", "alice", "1000000000"],
    ["Cannot find an account", "credit", "nobody", "1"],
    ["Cannot continue the statement", "statement", "alice", "--cursor", "x"],
    ["limit", "statement", "alice", "--limit", "many"],
    ["missing required argument 'amount'", "credit", "alice"],
  ];
  try {
    for (let count = 0; count < 8; count++) {
      await ledger(core, "credit", "alice", "1000000000");
    }
    for (const [sentence, ...args] of refusals) {
      const { code, out, err } = await ledger(core, ...args);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toStartWith("Cannot ");
      expect(err).toContain(sentence);
    }
  } finally {
    await channel.stop();
  }
}, 60_000);

test("verify says what does not fit and exits 1", async () => {
  await using core = await openCore();
  const { accountId } = await core.add("alice");
  await core.services.db.commit([
    { sql: "update ledger_accounts set balance = balance + 1", args: [] },
  ]);
  const channel = await channelOf(core);
  try {
    const found = await ledger(core, "verify");
    expect(found).toMatchObject({ code: 1, err: "" });
    expect(found.out).toContain(
      `wallet:${accountId}: its balance is 1000000001, its entries sum to 1000000000`,
    );
    const { ok, faults } = JSON.parse(
      (await ledger(core, "verify", "--json")).out,
    );
    expect({ ok, count: faults.length }).toEqual({ ok: false, count: 2 });
  } finally {
    await channel.stop();
  }
}, 30_000);
