import { expect, test } from "bun:test";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { unfoldRecords } from "../../records.ts";
import type { Stage } from "../core_harness.ts";
import { DAY, send, startStage, view } from "../core_harness.ts";
import {
  BAD_AMOUNTS,
  FIVE,
  HUNDRED,
  money,
  paid,
  released,
  typesIn,
  working,
} from "./money_story.ts";

const RELEASED = [HUNDRED - FIVE, HUNDRED + FIVE, 0];

const refund = ({ bob }: Stage, conversationId: string, amount?: unknown) =>
  bob.run(refundPayment, {
    conversationId,
    ...(amount !== undefined && { amount }),
  });

test("the payee gives everything back: refunded, told to both, and the record shows who", async () => {
  await using core = await startStage();
  const conversationId = await released(core);
  expect(await money(core)).toEqual(RELEASED);
  const before = await view(core.alice, conversationId);
  expect(before.payment).toMatchObject({
    status: "released",
    refundBefore: "2026-02-14T12:00:00.000Z",
  });
  const done = await refund(core, conversationId);
  expect(done).toMatchObject({
    state: "completed",
    payment: {
      status: "refunded",
      refunded: { amount: "5.00" },
      refundedAt: "2026-01-15T12:00:00.000Z",
      label: "TEST",
    },
  });
  expect(done.payment.refundBefore).toBeUndefined();
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
  const seen = await view(core.alice, conversationId);
  // Which agent signed is its own account's to know.
  const { signedBy, ...told } = done.payment;
  const asPayer = ["Held", "Accepted", "Replied", "Signed", "Paid", "Refunded"];
  const replies = "bob@inbox.localhost replies.";
  expect(seen.payment).toEqual({
    ...told,
    condition: { met: true, text: replies },
    steps: told.steps?.map((it, at) => ({
      ...it,
      label: asPayer[at] ?? "",
      text: it.name === "condition" ? replies : it.text,
    })),
    signedBy: { kind: "agent", label: "bob's agent" },
  });
  expect(signedBy).toMatchObject({ credentialId: core.bob.credentialId });
  expect(seen.unread).toBe(true);
  const types = await typesIn(core, conversationId);
  expect(types.slice(-2)).toEqual(["review.completed", "payment.refunded"]);
  await unfoldRecords(core.services.db);
  const [event] = await core.rows(
    `select event ->> '$.name', event ->> '$.previousStatus', event ->> '$.payment.status', body ->> '$.refs.amount', body ->> '$.actor.accountId' from unfolded_records where chain_id = '${conversationId}' order by seq desc limit 1`,
  );
  expect(event).toEqual([
    "payment.updated",
    "released",
    "refunded",
    String(FIVE),
    core.bob.accountId,
  ]);
});

test("parts add up to the price and never beyond it", async () => {
  await using core = await startStage();
  const conversationId = await released(core);
  const first = await refund(core, conversationId, "1.50");
  expect(first.payment).toMatchObject({
    status: "released",
    refunded: { amount: "1.50" },
  });
  const second = await refund(core, conversationId, { amountAtomic: "500000" });
  expect(second.payment.refunded?.amount).toBe("2.00");
  const beyond = await core.bob.refused(refundPayment, {
    conversationId,
    amount: "3.000001",
  });
  expect(beyond.code).toBe("refund_too_large");
  expect(beyond.extra).toMatchObject({ refundable: { amount: "3.00" } });
  expect(await money(core)).toEqual([HUNDRED - 3e6, HUNDRED + 3e6, 0]);
  const rest = await refund(core, conversationId);
  expect(rest.payment).toMatchObject({
    status: "refunded",
    refunded: { amount: "5.00" },
  });
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
});

test("a repeat of the whole refund answers alike and moves nothing", async () => {
  await using core = await startStage();
  const conversationId = await released(core);
  const first = await refund(core, conversationId);
  const records = await typesIn(core, conversationId);
  expect(await refund(core, conversationId)).toEqual(first);
  const more = await core.bob.refused(refundPayment, {
    conversationId,
    amount: "1",
  });
  expect(more.code).toBe("refund_too_large");
  expect(await typesIn(core, conversationId)).toEqual(records);
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
});

test("a partial refund under one idempotency key happens once", async () => {
  await using core = await startStage();
  const conversationId = await released(core);
  const once = () =>
    core.bob.run(
      refundPayment,
      { conversationId, amount: "2" },
      { idempotencyKey: "one" },
    );
  const first = await once();
  expect(await once()).toEqual(first);
  const other = await core.bob.refused(
    refundPayment,
    { conversationId, amount: "3" },
    { idempotencyKey: "one" },
  );
  expect(other.code).toBe("idempotency_mismatch");
  expect(await money(core)).toEqual([HUNDRED - 3e6, HUNDRED + 3e6, 0]);
});

test("only the payee refunds: not the sender, a copy's reader or a stranger", async () => {
  await using core = await startStage();
  const { alice, carol, dave } = core;
  const conversationId = await released(core, {
    cc: carol.address,
  });
  const codes: string[] = [];
  for (const actor of [alice, carol, dave]) {
    codes.push((await actor.refused(refundPayment, { conversationId })).code);
  }
  expect(codes).toEqual(["not_payee", "not_payee", "conversation_not_found"]);
  expect(await money(core)).toEqual(RELEASED);
});

test("nothing is refunded of what was not released", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const free = await send(alice, { to: bob.address });
  const held = await paid(core);
  const before = await money(core);
  for (const conversationId of [free, held]) {
    const refused = await bob.refused(refundPayment, { conversationId });
    expect(refused.code).toBe("not_refundable");
  }
  const draft = await alice.run(createConversation, { text: "words" });
  const { conversationId } = draft;
  const ofDraft = await alice.refused(refundPayment, { conversationId });
  expect(ofDraft.code).toBe("not_refundable");
  expect(await money(core)).toEqual(before);
});

test("a refund is possible until thirty days have passed, not after", async () => {
  await using core = await startStage();
  const early = await released(core);
  core.advance(30 * DAY - 1);
  expect((await refund(core, early, "1")).payment.refunded?.amount).toBe(
    "1.00",
  );
  core.advance(1);
  const late = await core.bob.refused(refundPayment, {
    conversationId: early,
  });
  expect(late.code).toBe("refund_expired");
  expect(await money(core)).toEqual([HUNDRED - 4e6, HUNDRED + 4e6, 0]);
});

test("a payee who has spent it is told what is missing", async () => {
  await using core = await startStage();
  const { bob, carol } = core;
  const conversationId = await released(core);
  await send(bob.asPerson(), { to: carol.address, price: "101" });
  const refused = await bob.refused(refundPayment, { conversationId });
  expect(refused.code).toBe("insufficient_balance");
  expect(refused.extra).toMatchObject({
    needed: { amount: "5.00" },
    balance: { amount: "4.00" },
    missing: { amount: "1.00" },
    label: "TEST",
  });
  expect((await refund(core, conversationId, "4")).payment).toMatchObject({
    status: "released",
    refunded: { amount: "4.00" },
  });
});

test("a price that was released while work goes on is refunded too", async () => {
  await using core = await startStage();
  const conversationId = await working(core, { release: "accepted" });
  await core.bob.run(signReceipt, { conversationId, confirm: true });
  expect(await refund(core, conversationId)).toMatchObject({
    state: "working",
    payment: { status: "refunded" },
  });
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
});

test("an amount in any wrong form is refused, pointing at it, and changes nothing", async () => {
  await using core = await startStage();
  const conversationId = await released(core);
  for (const amount of [...BAD_AMOUNTS, 0, "0.00"]) {
    const refused = await core.bob.refused(refundPayment, {
      conversationId,
      amount,
    });
    const said = `${JSON.stringify(amount)} ${refused.code}`;
    expect(said).toMatch(/ invalid_price$/);
    expect(refused.errors[0]?.pointer).toBe("/amount");
  }
  expect(await money(core)).toEqual(RELEASED);
});
