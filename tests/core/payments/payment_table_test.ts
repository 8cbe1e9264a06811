import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { findPayments } from "../../../src/core/operations/find_payments.ts";
import { listPayments } from "../../../src/core/operations/list_payments.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { totalPayments } from "../../../src/core/operations/total_payments.ts";
import type { Actor } from "../core_harness.ts";
import { DAY, send, startStage } from "../core_harness.ts";
import { areBooksRight, paid, released } from "./money_story.ts";

type Filter = Parameters<typeof idsBy>[1];

/** The ids of the conversations that an actor finds, read in pages of two. */
async function idsBy(
  actor: Actor,
  filter: Partial<Record<string, string>> = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(cursor);
    found.push(...page.payments.map((it) => it.conversationId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;

  function read(at: string | null) {
    const input = { ...filter, limit: 2, ...(at && { cursor: at }) };
    return actor.run(findPayments, input as never);
  }
}

test("a table of payments has each price once for both of its sides, newest first, by any of its filters", async () => {
  await using core = await startStage({ FEE_BPS: "1000" });
  const { alice, bob } = core;
  const done = await released(core, { price: "5", title: "Advice" });
  core.advance(DAY);
  const gone = await paid(core, { price: "2" });
  await alice
    .asPerson()
    .run(cancelConversation, { conversationId: gone, reason: "no" });
  const held = await paid(core, { price: "7.50" });
  const back = await send(bob.asPerson(), { to: alice.address, price: "1" });
  const all = [back, held, gone, done];
  expect(await idsBy(alice)).toEqual(all);
  expect(await idsBy(bob)).toEqual(all);
  const cases: readonly [NonNullable<Filter>, readonly string[]][] = [
    [{ direction: "out" }, [held, gone, done]],
    [{ direction: "in" }, [back]],
    [{ status: "released" }, [done]],
    [{ status: "held", direction: "in" }, [back]],
    [{ counterparty: "BOB@" }, all],
    [{ counterparty: "nobody" }, []],
    [{ counterparty: "%" }, []],
    [{ amountMin: "5" }, [held, done]],
    [{ amountMin: "2", amountMax: "5" }, [gone, done]],
    [{ from: "2026-01-16" }, [back, held, gone]],
    [{ to: "2026-01-15" }, [done]],
    [{ from: "2026-01-17" }, []],
    [{ dueBy: "2026-01-22" }, []],
    [{ dueBy: "2026-01-23" }, [back, held]],
  ];
  for (const [filter, ids] of cases) {
    expect({ filter, ids: await idsBy(alice, filter) }).toEqual({
      filter,
      ids,
    });
  }
  const { payments } = await bob.run(findPayments, { limit: 100 });
  expect(payments.at(-1)).toMatchObject({
    title: "Advice",
    direction: "in",
    price: { amount: "5.00" },
    fee: { amount: "0.50" },
    status: "released",
    needsYou: false,
    counterparty: { address: alice.address },
    at: expect.stringMatching(/^2026-01-15T12:00:00\.00\dZ$/),
    due: null,
    settledAt: "2026-01-15T12:00:00.000Z",
    condition: "You reply.",
    hasReceipt: true,
  });
  expect(payments[1]).toMatchObject({
    status: "held",
    needsYou: true,
    due: "2026-01-23T12:00:00.000Z",
    settledAt: null,
  });
});

test("nobody finds a payment that is another's, or that has not reached them", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const eve = await core.account("eve", { credit: "0" });
  await paid(core);
  const unpaid = await send(eve.asPerson(), { to: bob.address, price: "3" });
  expect(await idsBy(eve)).toEqual([unpaid]);
  expect(await idsBy(bob)).not.toContain(unpaid);
  const { payments } = await eve.run(findPayments, {});
  expect(payments[0]).toMatchObject({
    status: "requires_payment",
    due: "2026-01-18T12:00:00.000Z",
  });
  const refused = await alice
    .as({ scopes: ["conversations:read"] })
    .refused(findPayments, {});
  expect(refused.code).toBe("insufficient_scope");
});

/** So many conversations without anything in them. */
const conversationsOf = ({ accountId }: Actor, count: number) => ({
  sql: "insert into conversations (id, context_id, owner_id, title, state, state_at, version, from_address, from_name, contact_type, release, price, created_at, updated_at, audit_salt, tally) select 'cnv_' || value, 'ctx_0', ?, '', 'canceled', 0, 1, '', '', 'network', 'replied', 1, 0, 0, zeroblob(16), '{}' from json_each(?)",
  args: [accountId, JSON.stringify([...Array(count).keys()])],
});

test("a search for what is rare looks at a bounded number and goes on", async () => {
  await using core = await startStage();
  const { alice } = core;
  const first = await paid(core, { price: "0.01" });
  const rows = LIMITS.paymentsLookedMax + 5;
  // As many as one call looks at, and later than the one that is looked for.
  await core.services.db.commit([
    conversationsOf(alice, rows),
    {
      sql: "insert into payments (id, conversation_id, status, price, payer_id, rail) select 'pay_6zzzzzzzzzzzzzzzzzzzz' || printf('%05d', value), 'cnv_' || value, 'voided', 1, ?, 'ledger' from json_each(?)",
      args: [alice.accountId, JSON.stringify([...Array(rows).keys()])],
    },
  ]);
  const page = await alice.run(findPayments, { status: "held" });
  expect(page.payments).toEqual([]);
  const next = await alice.run(findPayments, {
    status: "held",
    cursor: page.nextCursor ?? "",
  });
  expect(next.payments.map((it) => it.conversationId)).toEqual([first]);
  expect(next.hasMore).toBe(false);
});

test("what makes no sense is refused and named", async () => {
  await using core = await startStage();
  const wrong: readonly [object, string][] = [
    [{ from: "yesterday" }, "/from"],
    [{ from: "2026-02-31" }, "/from"],
    [{ from: "2026-02-03", to: "2026-02-02" }, "/to"],
    [{ amountMin: "-1" }, "/amountMin"],
    [{ dueBy: "1" }, "/dueBy"],
    [{ status: "lost" }, "/status"],
  ];
  for (const [input, pointer] of wrong) {
    const { errors } = await core.alice.refused(findPayments, input);
    expect(errors.map((it) => it.pointer)).toContain(pointer);
  }
  const cursor = Buffer.from("pay_1").toString("base64url");
  const { code } = await core.alice.refused(findPayments, { cursor });
  expect(code).toBe("invalid_cursor");
});

test("totals add up what was released and given back in a period, to both sides", async () => {
  await using core = await startStage({ FEE_BPS: "1000" });
  const { alice, bob } = core;
  const conversationId = await released(core);
  core.advance(DAY);
  await released(core, { price: "10" });
  await bob.run(refundPayment, { conversationId, amount: "1" });
  await bob.run(refundPayment, { conversationId, amount: "0.5" });
  await areBooksRight(core);
  const sums = async (actor: Actor, period = {}) => {
    const { from, to, receipts, payments, ...rest } = await actor.run(
      totalPayments,
      period,
    );
    const { received, fees, paid, returned, refunded } = rest;
    const amounts = [received, fees, paid, returned, refunded];
    const texts = amounts.map(({ amount }) => amount);
    return [from, to, receipts, payments, ...texts].join(" ");
  };
  expect(await sums(bob)).toBe(
    "2026-01-01 2026-01-16 2 0 13.50 1.50 0.00 0.00 1.50",
  );
  expect(await sums(alice)).toBe(
    "2026-01-01 2026-01-16 0 2 0.00 0.00 15.00 1.50 0.00",
  );
  const first = { from: "2026-01-15", to: "2026-01-15" };
  expect(await sums(bob, first)).toBe(
    "2026-01-15 2026-01-15 1 0 4.50 0.50 0.00 0.00 0.00",
  );
  expect(await sums(bob, { from: "2026-02-01", to: "2026-02-03" })).toBe(
    "2026-02-01 2026-02-03 0 0 0.00 0.00 0.00 0.00 0.00",
  );
  for (const from of ["2001-01-01", "2026-05-01"]) {
    const refused = await bob.refused(totalPayments, { from });
    expect(refused.code).toBe("invalid_input");
  }
});

test("the fee of the largest price is added up to the last digit", async () => {
  await using core = await startStage({ FEE_BPS: "5000" });
  const alice = await core.account("rich", { credit: "999999999.999999" });
  await released({ ...core, alice }, { price: "999999999.999999" });
  const { fees } = await core.bob.run(totalPayments, {});
  expect(fees.amountAtomic).toBe("499999999999999");
});

test("a statement says to the payer, too, when a price is released", async () => {
  await using core = await startStage({ FEE_BPS: "1000" });
  const conversationId = await released(core);
  const { entries } = await core.alice.run(listPayments, {});
  expect(entries[0]).toMatchObject({
    kind: "release",
    conversationId,
    amount: { amount: "0.00" },
    released: { amount: "5.00" },
    balanceAfter: { amount: "95.00" },
    counterparty: core.bob.address,
  });
  expect(entries.map(({ kind }) => kind)).toEqual(["release", "hold", "fund"]);
  const [first] = (await core.alice.run(listPayments, { limit: 1 })).entries;
  expect(first?.kind).toBe("release");
});
