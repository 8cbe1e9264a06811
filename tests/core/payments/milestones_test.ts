import { expect, test } from "bun:test";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { requestRefund } from "../../../src/core/operations/request_refund.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { totalPayments } from "../../../src/core/operations/total_payments.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { DAY, startStage, view } from "../core_harness.ts";
import { paid, say } from "./flows.ts";
import { HUNDRED, money, typesIn } from "./money_story.ts";

const STEPS = [
  { title: "Start", amount: "1.00", release: "accepted" },
  { title: "Draft", amount: "1.50" },
  { title: "Final text", amount: "2.50" },
] as const;

const inSteps = (core: Stage) =>
  paid(core, { price: "5", milestones: [...STEPS] });

const sign = (actor: Actor, conversationId: string, milestoneId?: string) =>
  actor.asPerson().run(signReceipt, {
    ...{ conversationId, confirm: true },
    ...(milestoneId !== undefined && { milestoneId }),
  });

const refused = (actor: Actor, conversationId: string, milestoneId?: string) =>
  actor.asPerson().refused(signReceipt, {
    ...{ conversationId, confirm: true },
    ...(milestoneId !== undefined && { milestoneId }),
  });

const statesOf = async (viewer: Actor, conversationId: string) =>
  (await view(viewer, conversationId)).terms?.milestones?.map(
    ({ state }) => state,
  );

test("each step is released by its own receipt, and the last completes the request", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await inSteps(core);
  expect(await money(core)).toEqual([HUNDRED - 5e6, HUNDRED, 5e6]);
  const offered = (await view(bob, id)).actions?.find(
    ({ name }) => name === "sign_receipt",
  );
  expect(offered).toMatchObject({
    input: { milestoneId: "m1" },
    money: { moves: "release", amount: { amount: "1.00" } },
  });
  const first = await sign(bob, id, "m1");
  expect(first).toMatchObject({
    state: "working",
    receipt: { milestoneId: "m1", price: "1.00", condition: "accepted" },
    payment: { status: "held", released: { amount: "1.00" } },
  });
  expect(await money(core)).toEqual([HUNDRED - 5e6, HUNDRED + 1e6, 4e6]);
  // The same step again says what was signed; the next one needs a reply of its own.
  expect((await sign(bob, id, "m1")).receipt).toEqual(first.receipt);
  expect(await refused(bob, id, "m2")).toMatchObject({
    code: "condition_not_met",
  });
  await say(bob, id);
  for (const wrong of [undefined, "m3", "m9"]) {
    expect(await refused(bob, id, wrong)).toMatchObject({
      code: "invalid_input",
    });
  }
  await sign(bob, id, "m2");
  expect(await refused(bob, id, "m3")).toMatchObject({
    code: "condition_not_met",
  });
  expect(await statesOf(alice, id)).toEqual(["released", "released", "open"]);
  await say(bob, id);
  const last = await sign(bob, id, "m3");
  expect(last).toMatchObject({
    state: "completed",
    payment: { status: "released", released: { amount: "5.00" } },
  });
  expect(last.payment).not.toHaveProperty("returned");
  expect(await money(core)).toEqual([HUNDRED - 5e6, HUNDRED + 5e6, 0]);
  const { terms, payment } = await view(alice, id);
  const receipts = terms?.milestones?.map(({ receipt }) => receipt);
  expect(new Set(receipts?.map((it) => it?.receiptId)).size).toBe(3);
  expect(payment.receipt).toEqual(receipts?.[2]);
  const { paid: all, payments } = await alice.asPerson().run(totalPayments, {});
  expect([all.amount, payments]).toEqual(["5.00", 1]);
});

test("what is left returns at a cancel and at the end of the hold; what was released stays", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const end = {
    canceled: (id: string) =>
      bob
        .asPerson()
        .run(cancelConversation, { conversationId: id, reason: "no time" }),
    hold_expired: async () => {
      core.advance(8 * DAY);
      await sweepDue(core.services);
    },
  };
  for (const reason of ["canceled", "hold_expired"] as const) {
    const before = await money(core);
    const id = await inSteps(core);
    await sign(bob, id, "m1");
    await end[reason](id);
    const { payment } = await view(alice, id);
    expect(payment).toMatchObject({
      ...{ status: "released", voidReason: reason },
      ...{ released: { amount: "1.00" }, returned: { amount: "4.00" } },
    });
    expect(await statesOf(alice, id)).toEqual([
      "released",
      "returned",
      "returned",
    ]);
    const [mine = 0, theirs = 0] = before;
    expect(await money(core)).toEqual([mine - 1e6, theirs + 1e6, 0]);
    const types = await typesIn(core, id);
    expect(types.filter((it) => it === "payment.released")).toHaveLength(1);
    expect(types).toContain("payment.voided");
    const refund = (amount: string) =>
      bob.asPerson().run(refundPayment, { conversationId: id, amount });
    const more = { conversationId: id, amount: "1.01" };
    expect(await bob.asPerson().refused(refundPayment, more)).toMatchObject({
      code: "refund_too_large",
    });
    const asked = { conversationId: id, amount: "0.50" };
    await alice.asPerson().run(requestRefund, asked);
    await refund("1.00");
    expect((await view(bob, id)).payment.status).toBe("refunded");
    expect(await money(core)).toEqual(before);
  }
});

test("steps make up their price, are the sender's until it is held, and fixed from then on", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { conversationId: id } = await alice.run(createConversation, {
    ...{ to: bob.address, text: "In steps", milestones: [...STEPS] },
  });
  const edit = (more: object) =>
    alice.asPerson().run(updateConversation, { conversationId: id, ...more });
  expect((await view(alice, id)).payment.price.amount).toBe("5.00");
  for (const wrong of [
    { price: "6" },
    { milestones: [{ title: "All", amount: "0" }] },
    { milestones: [{ title: " ", amount: "5" }] },
    { milestones: [STEPS[1], STEPS[0]] },
    { release: "converted", releaseAction: "visit us" },
  ]) {
    const { code } = await alice
      .asPerson()
      .refused(updateConversation, { conversationId: id, ...wrong });
    expect(["invalid_input", "invalid_price"]).toContain(code);
  }
  await edit({ milestones: [{ title: "All", amount: "2" }] });
  expect((await view(alice, id)).payment.price.amount).toBe("2.00");
  await edit({ milestones: [] });
  expect((await view(alice, id)).terms).toBeUndefined();
  const held = await inSteps(core);
  await say(bob, held);
  const raise = { conversationId: held, price: "9" };
  expect(await bob.refused(raisePrice, raise)).toMatchObject({
    code: "no_held_price",
  });
  const late = { conversationId: held, milestones: [] };
  expect(
    await alice.asPerson().refused(updateConversation, late),
  ).toMatchObject({ code: "not_a_draft" });
});
