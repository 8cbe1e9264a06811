import { expect, test } from "bun:test";
import { getBalance } from "../../../src/core/operations/get_balance.ts";
import { listPayments } from "../../../src/core/operations/list_payments.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import type { Actor } from "../core_harness.ts";
import { balance, startStage } from "../core_harness.ts";
import { paid, released } from "./money_story.ts";

/** The whole statement, read in pages of two. */
async function pages(actor: Actor) {
  const entries: Awaited<ReturnType<typeof read>>["entries"] = [];
  const read = (cursor: string | null) =>
    actor.run(listPayments, { limit: 2, ...(cursor && { cursor }) });
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(cursor);
    expect(page.label).toBe("TEST");
    expect(page.hasMore).toBe(page.nextCursor !== null);
    entries.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return entries;
}

const told = (entries: Awaited<ReturnType<typeof pages>>) =>
  entries.map((it) => [it.kind, it.amount.amount, it.balanceAfter.amount]);

test("a balance tells what can be spent, what is set aside and what is on its way", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  await paid(core);
  await paid(core, { price: "2" });
  const amounts = async (actor: Actor) => {
    const { available, held, incoming, ...rest } = await actor.run(
      getBalance,
      {},
    );
    expect(rest).toEqual({ currency: "USDC", label: "TEST" });
    return [available.amount, held.amount, incoming.amount];
  };
  expect(await amounts(alice)).toEqual(["93.00", "7.00", "0.00"]);
  expect(await amounts(bob)).toEqual(["100.00", "0.00", "7.00"]);
  await released(core);
  expect(await amounts(alice)).toEqual(["88.00", "7.00", "0.00"]);
  expect(await amounts(bob)).toEqual(["105.00", "0.00", "7.00"]);
});

test("a statement has every entry once, newest first, each with the balance after it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await released(core, { title: "Advice" });
  await bob.run(refundPayment, { conversationId, amount: "1" });
  await paid(core, { price: "2" });
  const mine = await pages(alice);
  expect(told(mine)).toEqual([
    ["hold", "-2.00", "94.00"],
    ["refund", "1.00", "96.00"],
    ["release", "0.00", "95.00"],
    ["hold", "-5.00", "95.00"],
    ["fund", "100.00", "100.00"],
  ]);
  expect(mine[1]).toMatchObject({
    at: "2026-01-15T12:00:00.000Z",
    conversationId,
    title: "Advice",
    counterparty: bob.address,
  });
  expect(mine[4]).toMatchObject({
    conversationId: null,
    paymentId: null,
    title: null,
    counterparty: null,
  });
  const his = await pages(bob);
  expect(told(his)).toEqual([
    ["refund", "-1.00", "104.00"],
    ["release", "5.00", "105.00"],
    ["fund", "100.00", "100.00"],
  ]);
  expect(his[0]?.counterparty).toBe(alice.address);
  expect(his[0]?.balanceAfter.amountAtomic).toBe(
    String(await balance(core, bob)),
  );
});

test("a page goes on where it ended, whatever moved in between", async () => {
  await using core = await startStage();
  await paid(core, { price: "1" });
  await paid(core, { price: "2" });
  const first = await core.alice.run(listPayments, { limit: 1 });
  await paid(core, { price: "3" });
  const next = await core.alice.run(listPayments, {
    limit: 5,
    cursor: first.nextCursor ?? "",
  });
  expect(told(next.entries)).toEqual([
    ["hold", "-1.00", "99.00"],
    ["fund", "100.00", "100.00"],
  ]);
});

test("a statement is the caller's own: an account without movements reads none", async () => {
  await using core = await startStage();
  await paid(core);
  const empty = await core.account("eve", { credit: "0" });
  expect(await empty.run(listPayments, {})).toEqual({
    label: "TEST",
    entries: [],
    nextCursor: null,
    hasMore: false,
  });
});

test("a cursor that is not ours is refused", async () => {
  await using core = await startStage();
  const foreign = Buffer.from("1.cnv_1").toString("base64url");
  for (const cursor of ["x", "", foreign, "ZTEtMQ", "=".repeat(9)]) {
    const refused = await core.alice.refused(listPayments, { cursor });
    expect(refused.code).toBe("invalid_cursor");
  }
  for (const limit of [0, -1, 101, 1.5, "5"]) {
    const refused = await core.alice.refused(listPayments, { limit });
    expect(refused.code).toBe("invalid_input");
  }
});
