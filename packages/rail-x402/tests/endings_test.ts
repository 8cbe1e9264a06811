import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startOperatorChannel } from "../../../src/cli/operator_channel.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { extendDeadline } from "../../../src/core/operations/extend_deadline.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { OPERATIONS } from "../../../src/core/operations/mod.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { totalPayments } from "../../../src/core/operations/total_payments.ts";
import { keccakOfText, word } from "../../../src/core/payments/terms/hex.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { svc } from "../../../tests/cli/svc.ts";
import { DAY, view } from "../../../tests/core/core_harness.ts";
import { cancel, paid, say, sign } from "../../../tests/core/payments/flows.ts";
import { typesIn } from "../../../tests/core/payments/money_story.ts";
import { captureCall, voidCall } from "../src/escrow_calls.ts";
import { intentStore } from "../src/intent_store.ts";
import type { Anvil } from "./anvil.ts";
import { ESCROW, startAnvil, TOKEN } from "./anvil.ts";
import { OPERATOR, signHold, startDesk, wallet } from "./stage.ts";
import type { OnChain } from "./story.ts";
import { expectRight, fund, signFor, startOnChain } from "./story.ts";

let anvil: Anvil;
let seed = 27_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** A price of 5.00 that is held, and `svc` beside the service. */
async function startHeld() {
  seed += 10;
  const stage = await startOnChain(anvil, seed);
  await stage.look();
  const id = await paid(stage, { price: "5" });
  const payment = await signFor(stage, id);
  await stage.alice
    .asPerson()
    .run(fundConversation, { conversationId: id, payment });
  await stage.settle();
  const [hold] = await stage.rows("select terms from chain_intents");
  const info: PaymentInfo = JSON.parse(String(hold?.[0]));
  const path = stage.config.operatorPath ?? "";
  const options = { operations: OPERATIONS, path };
  const channel = await startOperatorChannel(stage.services, options);
  return {
    ...{ stage, id, info },
    shell: (...args: string[]) => svc(stage, ...args),
    [Symbol.asyncDispose]: async () => {
      await channel.stop();
      await stage[Symbol.asyncDispose]();
    },
  };
}

/** Looks often enough for two final looks and what follows. */
async function lookOn(stage: OnChain) {
  for (let times = 0; times < 8; times++) {
    stage.advance(LIMITS.chainPassMs);
    await anvil.finalise();
    await stage.look();
  }
}

const totals = async ({ alice, bob }: OnChain) => [
  (await alice.asPerson().run(totalPayments, {})).usdc?.paid.amount,
  (await bob.asPerson().run(totalPayments, {})).usdc?.received.amount,
];

test("a deadline moves within what the wallet signed for, and the price goes back at the later one", async () => {
  seed += 10;
  await using stage = await startOnChain(anvil, seed);
  const [alice, bob] = [stage.alice.asPerson(), stage.bob.asPerson()];
  const conversationId = await paid(stage, { deliverWithin: "P2D" });
  await fund(stage, conversationId);
  await stage.settle();
  await bob.run(recordHilDecision, { conversationId, decision: "approve" });
  const { terms, payment } = await view(alice, conversationId);
  const end = Date.parse(payment.captureBefore ?? "");
  const due = Date.parse(terms?.dueAt ?? "");
  const at = (moment: number) => ({
    conversationId,
    dueAt: new Date(moment).toISOString(),
  });
  const beyond = await alice.refused(extendDeadline, at(end));
  expect(beyond.faults[0]?.code).toBe("beyond_hold");
  const later = end - LIMITS.dueMarginDays * DAY;
  await alice.run(extendDeadline, at(later));
  const pass = async (until: number) => {
    stage.advance(until - stage.services.clock());
    await sweepDue(stage.services);
    await stage.settle();
    return (await view(bob, conversationId)).payment;
  };
  // The wallet has signed how long its money is held.
  expect(await pass(due)).toMatchObject({
    ...{ status: "held", captureBefore: payment.captureBefore },
  });
  expect(await pass(later)).toMatchObject({
    ...{ status: "voided", voidReason: "deadline_missed" },
  });
  expect(await anvil.tokens(stage.payer.address)).toBe(20_000_000);
  await expectRight(stage, conversationId);
});

test("of three steps two are captured, each by its receipt, and the rest of the hold returns", async () => {
  seed += 10;
  await using stage = await startOnChain(anvil, seed);
  const { alice, bob, payer, payee } = stage;
  const titles = ["Start", "Draft", "Final text"];
  const milestones = ["1", "1.5", "2.5"].map((amount, n) => ({
    ...{ title: titles[n] ?? "", amount, deliverWithin: `P${n + 1}D` },
  }));
  const id = await paid(stage, { price: "5", milestones });
  await fund(stage, id);
  await stage.settle();
  for (const milestoneId of ["m1", "m2"]) {
    await say(bob, id);
    const input = { conversationId: id, confirm: true, milestoneId } as const;
    const signed = await bob.asPerson().run(signReceipt, input);
    expect(signed.receipt).toMatchObject({ milestoneId });
    await stage.settle();
  }
  expect(await anvil.tokens(payee.address)).toBe(2_500_000);
  expect((await view(alice, id)).payment).toMatchObject({
    ...{ status: "held", released: { amount: "2.50" } },
  });
  await cancel(alice, id);
  await stage.settle();
  expect(await anvil.tokens(payer.address)).toBe(17_500_000);
  expect(await anvil.tokens(payee.address)).toBe(2_500_000);
  const ended = await view(alice, id);
  const state = (it: string) => expect.objectContaining({ state: it });
  expect(ended).toMatchObject({
    state: "canceled",
    payment: {
      ...{ status: "released", released: { amount: "2.50" } },
      returned: { amount: "2.50" },
    },
    terms: {
      milestones: ["released", "released", "returned"].map(state),
    },
  });
  const acts = ended.payment.settlements?.map((it): string => it.act);
  expect(acts).toEqual(["hold", "capture", "capture", "void"]);
  await expectRight(stage, id);
}, 60_000);

describe("a capture that the chain refuses for ever", () => {
  test("ends as returned: both are told, totals are taken back, and everything fits", async () => {
    await using held = await startHeld();
    const { stage, id, info, shell } = held;
    await say(stage.bob, id);
    await sign(stage.bob.asPerson(), id);
    expect(await totals(stage)).toEqual(["5.00", "5.00"]);
    await anvil.sendAs(OPERATOR, ESCROW, voidCall(info));
    await lookOn(stage);
    await shell("rail", "lift", id, "--reason", "it was us");
    await lookOn(stage);
    for (const side of [stage.alice, stage.bob]) {
      const { payment } = await view(side, id);
      expect(payment).toMatchObject({
        ...{ status: "voided", voidReason: "capture_failed" },
      });
      expect(payment).not.toHaveProperty("onItsWay");
      expect(payment.settlements).toMatchObject([
        { act: "hold", success: true },
        { act: "capture", success: false },
        { act: "void", success: true },
      ]);
    }
    expect(await typesIn(stage, id)).toContain("payment.corrected");
    expect(await totals(stage)).toEqual(["0.00", "0.00"]);
    expect(await anvil.tokens(stage.payer.address)).toBe(20_000_000);
    await expectRight(stage, id);
    expect((await shell("ledger", "verify")).code).toBe(0);
    expect((await shell("rail", "status")).code).toBe(0);
  });

  test("is tried anew and ended by the operator, and what is held goes back", async () => {
    await using held = await startHeld();
    const { stage, id, shell } = held;
    const pause = (value: number) =>
      anvil.sendAs(
        OPERATOR,
        TOKEN,
        `${keccakOfText("setPaused(bool)").slice(0, 10)}${word(value)}` as Hex,
      );
    await pause(1);
    await say(stage.bob, id);
    await sign(stage.bob.asPerson(), id);
    await stage.look();
    const status = await shell("rail", "status", "--json");
    expect(status.code).toBe(1);
    const [stopped] = JSON.parse(status.out).chain.troubled;
    expect(stopped).toMatchObject({ act: "capture", conversationId: id });
    const retried = await shell("rail", "retry", stopped.id);
    expect(retried).toMatchObject({ code: 0, err: "" });
    expect((await shell("rail", "retry", stopped.id)).code).not.toBe(0);
    await stage.look();
    expect((await shell("rail", "status")).code).toBe(1);
    const end = ["rail", "resolve", stopped.id, "--reason", "it is paused"];
    expect(await shell(...end)).toMatchObject({ code: 0, err: "" });
    await pause(0);
    await lookOn(stage);
    expect((await view(stage.bob, id)).payment.status).toBe("voided");
    expect(await anvil.tokens(stage.payer.address)).toBe(20_000_000);
    await expectRight(stage, id);
    expect((await shell("rail", "status")).code).toBe(0);
    expect((await shell("rail", "retry", "chi_none")).code).not.toBe(0);
  });
});

test("a return after somebody else had captured a part ends as what each of them got", async () => {
  await using held = await startHeld();
  const { stage, id, info, shell } = held;
  await anvil.sendAs(OPERATOR, ESCROW, captureCall(info, 2_000_000));
  await lookOn(stage);
  await stage.alice.asPerson().run(cancelConversation, {
    ...{ conversationId: id, reason: "no longer" },
  });
  await lookOn(stage);
  const { payment } = await view(stage.alice, id);
  expect(payment).toMatchObject({
    ...{ status: "released", voidReason: "canceled" },
    ...{ released: { amount: "2.00" }, returned: { amount: "3.00" } },
    steps: [{}, {}, {}, { name: "released" }, { name: "returned" }],
  });
  expect(payment).not.toHaveProperty("refunded");
  expect(await totals(stage)).toEqual(["2.00", "2.00"]);
  expect(await anvil.tokens(stage.payer.address)).toBe(18_000_000);
  expect(await anvil.tokens(stage.payee.address)).toBe(2_000_000);
  await expectRight(stage, id);
  expect((await shell("ledger", "verify")).code).toBe(0);
});

test("what was not captured before its end goes back to its payer by itself", async () => {
  await using stage = await startDesk(anvil);
  const payer = wallet(seed + 5);
  await anvil.mint(payer.address, 100);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const hold = await signHold(payer, { amount: 30, now });
  await stage.add("hold", "pay_late", 30, hold);
  await stage.settle();
  await anvil.request("evm_setNextBlockTimestamp", [
    hold.info.authorizationExpiry,
  ]);
  await anvil.finalise();
  await stage.add("capture", "pay_late", 30);
  await stage.settle();
  expect(await anvil.tokens(payer.address)).toBe(100);
  const { db } = stage;
  const [, capture] = await intentStore(db).ofPayment("pay_late");
  expect(capture).toMatchObject({ state: "confirmed", captured: 0 });
});
