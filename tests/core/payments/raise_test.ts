import { expect, test } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { unfoldRecords } from "../../records.ts";
import type { Stage } from "../core_harness.ts";
import { DAY, send, startStage, view, withReceipt } from "../core_harness.ts";
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

const HELD = [HUNDRED - FIVE, HUNDRED, FIVE];

const raise = ({ bob }: Stage, conversationId: string, price: unknown = "8") =>
  bob.run(raisePrice, { conversationId, price });

const decide = (
  { alice }: Stage,
  conversationId: string,
  decision: "approve" | "decline",
) => alice.run(recordHilDecision, { conversationId, decision });

/** Bob at work asks for 8 instead of 5. */
async function raised(core: Stage) {
  const conversationId = await working(core);
  await raise(core, conversationId);
  return conversationId;
}

test("the payee asks for more: the first hold stays and the sender is asked, in words and in fields", async () => {
  await using core = await startStage();
  const conversationId = await working(core);
  const asked = await raise(core, conversationId);
  expect(asked).toMatchObject({
    state: "auth-required",
    payment: { status: "held", price: { amount: "5.00" } },
    conversation: { stateReason: "price_raised", needsYou: false },
  });
  expect(await money(core)).toEqual(HELD);
  const seen = await view(core.alice, conversationId);
  expect(seen).toMatchObject({ needsYou: true, unread: true });
  expect(seen.payment.requirements).toEqual({
    reason: "price_raised",
    price: { ...seen.payment.price, amount: "8.00", amountAtomic: "8000000" },
    needed: { ...seen.payment.price, amount: "3.00", amountAtomic: "3000000" },
    balance: {
      ...seen.payment.price,
      amount: "95.00",
      amountAtomic: "95000000",
    },
    missing: { ...seen.payment.price, amount: "0.00", amountAtomic: "0" },
    asOf: "2026-01-15T12:00:00.000Z",
    label: "TEST",
    accepts: [
      {
        scheme: "hold",
        network: "svc:ledger",
        asset: "USDC",
        amount: "3000000",
        payTo: core.bob.address,
        maxTimeoutSeconds: 259_200,
        extra: {
          paymentId: seen.payment.paymentId ?? "",
          conversationId,
          label: "TEST",
        },
      },
    ],
    fund: {
      method: "POST",
      path: `/v1/conversations/${conversationId}/fund`,
      tool: "svc.fund_conversation",
    },
  });
  expect(seen.checkpoints[0]).toMatchObject({
    kind: "input",
    status: "open",
    action: { act: "raise_price", price: "8000000", extra: "3000000" },
  });
});

test("nobody but the payer learns what the payer has", async () => {
  await using core = await startStage();
  const conversationId = await working(core, { cc: core.carol.address });
  const asked = await raise(core, conversationId);
  const copy = await view(core.carol, conversationId);
  for (const { requirements } of [asked.payment, copy.payment]) {
    expect(requirements).toMatchObject({ needed: { amount: "3.00" } });
    expect(requirements).not.toHaveProperty("balance");
    expect(requirements).not.toHaveProperty("missing");
  }
  await unfoldRecords(core.services.db);
  const events = await core.rows(
    `select event from unfolded_records where chain_id = '${conversationId}' and event is not null`,
  );
  expect(JSON.stringify(events)).not.toContain("95000000");
});

test("funding holds the rest; a receipt then releases the whole raised price", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await raised(core);
  const funded = await alice.run(fundConversation, {
    conversationId,
    price: "8",
  });
  expect(funded).toMatchObject({
    state: "working",
    payment: { status: "held", price: { amount: "8.00" } },
    conversation: { stateReason: null, needsYou: false },
  });
  expect(funded.payment).not.toHaveProperty("requirements");
  expect(await money(core)).toEqual([HUNDRED - 8e6, HUNDRED, 8e6]);
  expect((await view(bob, conversationId)).unread).toBe(true);
  const { receipt } = await withReceipt(
    bob.run(signReceipt, {
      conversationId,
      confirm: true,
    }),
  );
  expect(receipt.price).toBe("8.00");
  expect(await money(core)).toEqual([HUNDRED - 8e6, HUNDRED + 8e6, 0]);
});

test("approving the checkpoint is funding, declining it keeps the price: work goes on", async () => {
  await using core = await startStage();
  const yes = await raised(core);
  expect(await decide(core, yes, "approve")).toMatchObject({
    state: "working",
    conversation: {
      payment: { price: { amount: "8.00" } },
      checkpoints: [{ status: "approved" }],
    },
  });
  expect(await money(core)).toEqual([HUNDRED - 8e6, HUNDRED, 8e6]);
  const no = await raised(core);
  expect(await decide(core, no, "decline")).toMatchObject({
    state: "working",
    conversation: {
      stateReason: "price_declined",
      payment: { status: "held", price: { amount: "5.00" } },
      checkpoints: [{ status: "declined" }],
    },
  });
  expect(await money(core)).toEqual([HUNDRED - 13e6, HUNDRED, 13e6]);
});

test("the price may be raised again, each time with a hold of its own", async () => {
  await using core = await startStage();
  const conversationId = await raised(core);
  await core.alice.run(fundConversation, { conversationId });
  await raise(core, conversationId, "20");
  await core.alice.asPerson().run(fundConversation, { conversationId });
  expect(await money(core)).toEqual([HUNDRED - 20e6, HUNDRED, 20e6]);
  const kinds = await core.rows(
    "select idempotency_key from ledger_transfers where kind = 'hold' order by rowid",
  );
  expect(kinds.map(([key]) => String(key).split(":").slice(2))).toEqual([
    [],
    ["1"],
    ["2"],
  ]);
});

test("small raises do not add up to more than the agent of a sender may pay", async () => {
  await using core = await startStage();
  const conversationId = await working(core);
  await raise(core, conversationId, "10");
  await core.alice.run(fundConversation, { conversationId });
  await raise(core, conversationId, "10.5");
  const refused = await core.alice.refused(fundConversation, {
    conversationId,
  });
  expect(refused.code).toBe("person_required");
  expect(await money(core)).toEqual([HUNDRED - 10e6, HUNDRED, 10e6]);
});

test("an agent beyond its own limit for one payment hears of the limit, by a small raise too", async () => {
  await using core = await startStage();
  const buyer = core.alice.as({ perPayment: 8_000_000 });
  const conversationId = await working(core);
  await raise(core, conversationId, "8.01");
  const asks = [
    await buyer.refused(fundConversation, { conversationId }),
    await buyer.refused(recordHilDecision, {
      conversationId,
      decision: "approve",
    }),
  ];
  for (const { code, extra } of asks) {
    expect({ code, limit: extra.limit }).toEqual({
      code: "limit_exceeded",
      limit: "perPayment",
    });
  }
  expect(await money(core)).toEqual(HELD);
  await raise(core, conversationId, "5");
  await raise(core, conversationId, "8");
  await buyer.run(fundConversation, { conversationId });
  expect(await money(core)).toEqual([HUNDRED - 8e6, HUNDRED, 8e6]);
});

test("an agent's cancel while more is asked for waits for its person; declined, the sender is still asked for more", async () => {
  await using core = await startStage();
  const conversationId = await raised(core);
  const reason = "too busy";
  const asked = await core.bob.run(cancelConversation, {
    conversationId,
    reason,
  });
  expect(asked.state).toBe("input-required");
  const early = await core.alice.refused(fundConversation, { conversationId });
  expect(early.code).toBe("wrong_state");
  const bob = core.bob.asPerson();
  const decision = "decline" as const;
  const off = await bob.run(recordHilDecision, { conversationId, decision });
  expect(off.state).toBe("auth-required");
  const alice = core.alice.asPerson();
  await alice.run(fundConversation, { conversationId });
  expect(await money(core)).toEqual([HUNDRED - 8e6, HUNDRED, 8e6]);
});

test("the payee takes a request back with the price that is held; the same request repeats quietly", async () => {
  await using core = await startStage();
  const conversationId = await raised(core);
  const records = await typesIn(core, conversationId);
  expect(await raise(core, conversationId)).toMatchObject({
    state: "auth-required",
  });
  expect(await typesIn(core, conversationId)).toEqual(records);
  const other = await core.bob.refused(raisePrice, {
    conversationId,
    price: "9",
  });
  expect(other.code).toBe("wrong_state");
  expect(await raise(core, conversationId, "5")).toMatchObject({
    state: "working",
    payment: { price: { amount: "5.00" } },
  });
  const { checkpoints } = await view(core.alice, conversationId);
  expect(checkpoints).toMatchObject([{ status: "superseded" }]);
  expect(await money(core)).toEqual(HELD);
});

test("a sender who agreed to another price is not charged this one", async () => {
  await using core = await startStage();
  const conversationId = await raised(core);
  const refused = await core.alice.refused(fundConversation, {
    conversationId,
    price: "7",
  });
  expect(refused.code).toBe("price_changed");
  expect(refused.extra).toMatchObject({ price: { amount: "8.00" } });
  expect(await money(core)).toEqual(HELD);
});

test("a sender without the money is told what is missing; nothing changes until it is there", async () => {
  await using core = await startStage();
  const conversationId = await working(core);
  await raise(core, conversationId, "200");
  const { requirements } = (await view(core.alice, conversationId)).payment;
  expect(requirements?.missing?.amount).toBe("100.00");
  const refused = await core.alice.asPerson().refused(fundConversation, {
    conversationId,
  });
  expect(refused.code).toBe("insufficient_balance");
  expect(refused.extra).toMatchObject({ missing: { amount: "100.00" } });
  expect(await money(core)).toEqual(HELD);
});

test("a cancel while more is asked for gives back the first hold, unless it is earned", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await raised(core);
  const denied = await alice.refused(cancelConversation, {
    conversationId,
    reason: "too much",
  });
  expect(denied.code).toBe("condition_already_met");
  const person = await alice
    .asPerson()
    .refused(cancelConversation, { conversationId, reason: "too much" });
  expect(person.extra.review).toMatchObject({
    rules: [{ id: "R-CANCEL-EARNED", outcome: "deny" }],
  });
  const accepted = await working(core, { release: "accepted" });
  await raise(core, accepted);
  const earned = await alice.refused(cancelConversation, {
    conversationId: accepted,
    reason: "too much",
  });
  expect(earned.code).toBe("condition_already_met");
  for (const id of [conversationId, accepted]) {
    const canceled = await bob.asPerson().run(cancelConversation, {
      conversationId: id,
      reason: "no",
    });
    expect(canceled.payment.status).toBe("voided");
    expect(canceled.payment).not.toHaveProperty("requirements");
    expect(await view(alice, id)).toMatchObject({
      checkpoints: [{ status: "superseded" }],
      needsYou: false,
    });
  }
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
});

test("only the payee raises, and only while a price is held for work in progress", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await working(core, { cc: carol.address });
  const codes: string[] = [];
  for (const actor of [alice, carol, dave]) {
    const input = { conversationId, price: "8" };
    codes.push((await actor.refused(raisePrice, input)).code);
  }
  const elsewhere = [
    await paid(core),
    await released(core),
    await send(alice, { to: bob.address }),
  ];
  for (const id of elsewhere) {
    const input = { conversationId: id, price: "8" };
    codes.push((await bob.refused(raisePrice, input)).code);
  }
  const free = await send(alice, { to: bob.address });
  await bob.run(recordHilDecision, {
    conversationId: free,
    decision: "approve",
  });
  const input = { conversationId: free, price: "8" };
  codes.push((await bob.refused(raisePrice, input)).code);
  expect(codes).toEqual([
    "not_payee",
    "not_payee",
    "conversation_not_found",
    "wrong_state",
    "conversation_closed",
    "wrong_state",
    "no_held_price",
  ]);
});

test("a raised price is above the held one, and in a right form", async () => {
  await using core = await startStage();
  const conversationId = await working(core);
  for (const price of [...BAD_AMOUNTS, 0, "5", "4.999999"]) {
    const input = { conversationId, price };
    const refused = await core.bob.refused(raisePrice, input);
    const said = `${JSON.stringify(price)} ${refused.code}`;
    expect(said).toMatch(/ invalid_price$/);
    expect(refused.errors[0]?.pointer).toBe("/price");
  }
  expect(await money(core)).toEqual(HELD);
});

test("after the end of the hold nothing is raised and nothing funded", async () => {
  await using core = await startStage();
  const idle = await working(core);
  const asked = await raised(core);
  core.advance(7 * DAY);
  const late = await core.bob.refused(raisePrice, {
    conversationId: idle,
    price: "8",
  });
  const fund = { conversationId: asked };
  const unfunded = await core.alice.refused(fundConversation, fund);
  expect([late.code, unfunded.code]).toEqual(["hold_expired", "hold_expired"]);
});
