import { expect, test } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { creditAccount } from "../../../src/core/operations/credit_account.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Stage } from "../core_harness.ts";
import { startStage, view } from "../core_harness.ts";
import {
  BAD_AMOUNTS,
  HUNDRED,
  money,
  paid,
  typesIn,
  working,
} from "./money_story.ts";

const fund = (actor: Stage["alice"], conversationId: string, price?: unknown) =>
  actor.run(fundConversation, {
    conversationId,
    ...(price !== undefined && { price }),
  });

const credit = (core: Stage, amount: string) =>
  core.run(creditAccount, { accountId: core.alice.accountId, amount });

test("a submit that fell short is held and delivered once the money is there", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core, {
    to: [bob.address, "eve@example.org"],
    price: "150",
  });
  const short = await view(alice, conversationId);
  expect(short).toMatchObject({
    state: "auth-required",
    payment: {
      status: "requires_payment",
      requirements: {
        reason: "insufficient_balance",
        needed: { amount: "150.00" },
        balance: { amount: "100.00" },
        missing: { amount: "50.00" },
      },
    },
  });
  await credit(core, "50");
  const funded = await fund(alice.asPerson(), conversationId, 150);
  expect(funded).toMatchObject({
    state: "submitted",
    payment: {
      status: "held",
      heldAt: "2026-01-15T12:00:00.000Z",
      captureBefore: "2026-01-22T12:00:00.000Z",
    },
  });
  expect(funded.payment).not.toHaveProperty("requirements");
  expect(await money(core)).toEqual([0, HUNDRED, 150e6]);
  expect(await view(bob, conversationId)).toMatchObject({
    unread: true,
    needsYou: true,
    state: "submitted",
  });
  expect(await core.rows("select recipient from deliveries")).toEqual([
    ["eve@example.org"],
  ]);
  const types = await typesIn(core, conversationId);
  expect(types.filter((it) => it === "review.completed")).toHaveLength(2);
});

test("without the money a funding is refused, says what is missing and changes nothing", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core, { price: "150" });
  await credit(core, "49.999999");
  const records = await typesIn(core, conversationId);
  const refused = await alice
    .asPerson()
    .refused(fundConversation, { conversationId });
  expect(refused.code).toBe("insufficient_balance");
  expect(refused.extra).toMatchObject({
    needed: { amount: "150.00" },
    missing: { amountAtomic: "1" },
    label: "TEST",
  });
  expect(await typesIn(core, conversationId)).toEqual(records);
  const unseen = await bob.refused(fundConversation, { conversationId });
  expect(unseen.code).toBe("conversation_not_found");
});

test("an agent beyond its limits is refused with the rule: its person funds what waits for them", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await paid(core, { price: "150" });
  await credit(core, "50");
  const records = await typesIn(core, conversationId);
  const refused = await alice.refused(fundConversation, { conversationId });
  expect(refused.code).toBe("person_required");
  expect(refused.extra.approvalUrl).toEndWith(`/c/${conversationId}`);
  expect(refused.message).toContain("only your person can");
  // Only what does not allow: the others would have a reader look in vain.
  expect(refused.extra.rules).toMatchObject([
    { id: "R-PAY-AGENT", outcome: "needs_person" },
  ]);
  expect(await typesIn(core, conversationId)).toEqual(records);
  expect(await fund(alice.asPerson(), conversationId)).toMatchObject({
    state: "submitted",
  });
});

test("only the sender funds, and only what waits for money", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const held = await working(core);
  const codes = [
    (await alice.refused(fundConversation, { conversationId: held })).code,
    (await bob.refused(fundConversation, { conversationId: held })).code,
  ];
  await bob.run(signReceipt, { conversationId: held, confirm: true });
  const closed = { conversationId: held };
  codes.push((await alice.refused(fundConversation, closed)).code);
  const short = await paid(core, { price: "150" });
  await alice.run(cancelConversation, { conversationId: short, reason: "no" });
  const gone = { conversationId: short };
  codes.push((await alice.refused(fundConversation, gone)).code);
  expect(codes).toEqual([
    "wrong_state",
    "forbidden",
    "conversation_closed",
    "conversation_closed",
  ]);
});

test("an agent that may not pay funds nothing, not by a decision either", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const agent = alice.as({
    scopes: ["conversations:read", "decisions:write"],
  });
  const conversationId = await working(core);
  await bob.run(raisePrice, { conversationId, price: "8" });
  const funding = await agent.refused(fundConversation, { conversationId });
  const approval = await agent.refused(recordHilDecision, {
    conversationId,
    decision: "approve",
  });
  expect([funding.code, approval.code]).toEqual([
    "insufficient_scope",
    "insufficient_scope",
  ]);
  expect(approval.extra.scope).toBe("payments:hold");
  const declined = await agent.run(recordHilDecision, {
    conversationId,
    decision: "decline",
  });
  expect(declined.state).toBe("working");
});

test("a raised price counts against the agent's limits for what it costs more", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await working(core);
  await bob.run(raisePrice, { conversationId, price: "8" });
  const limited = (perDay: number) => alice.as({ perDay });
  const refused = await limited(2_999_999).refused(fundConversation, {
    conversationId,
  });
  expect(refused.code).toBe("limit_exceeded");
  expect(await money(core)).toEqual([HUNDRED - 5e6, HUNDRED, 5e6]);
  await fund(limited(3_000_000), conversationId);
  expect(await core.rows("select spent from spending")).toEqual([[3_000_000]]);
  expect(await money(core)).toEqual([HUNDRED - 8e6, HUNDRED, 8e6]);
});

test("an agreed price in any wrong form is refused, pointing at it", async () => {
  await using core = await startStage();
  const conversationId = await paid(core, { price: "150" });
  for (const price of BAD_AMOUNTS) {
    const input = { conversationId, price };
    const refused = await core.alice.refused(fundConversation, input);
    const said = `${JSON.stringify(price)} ${refused.code}`;
    expect(said).toMatch(/ invalid_price$/);
    expect(refused.errors[0]?.pointer).toBe("/price");
  }
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
});
