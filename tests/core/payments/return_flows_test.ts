import { expect, test } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { startStage, view } from "../core_harness.ts";
import {
  cancel,
  HELD,
  money,
  paid,
  RELEASED,
  say,
  sign,
  UNTOUCHED,
} from "./flows.ts";

test("a cancel by the sender or the payee gives the price back, once", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  for (const actor of [alice, bob]) {
    const conversationId = await paid(core);
    const canceled = await cancel(actor, conversationId);
    expect(canceled).toMatchObject({
      state: "canceled",
      review: { outcome: "allow" },
      payment: { status: "voided", voidReason: "canceled" },
    });
    const again = await cancel(actor, conversationId);
    expect(again.review.reviewId).toBe(canceled.review.reviewId);
    expect(again.conversation.version).toBe(canceled.conversation.version);
    const other = actor === alice ? bob : alice;
    const late = await other.refused(cancelConversation, {
      conversationId,
      reason: "me too",
    });
    expect(late.code).toBe("not_cancelable");
  }
  expect(await money(core)).toEqual(UNTOUCHED);
});

test("a cc or bcc cannot cancel", async () => {
  await using core = await startStage();
  const { carol, dave } = core;
  const conversationId = await paid(core, {
    cc: carol.address,
    bcc: dave.address,
  });
  for (const actor of [carol, dave]) {
    const error = await actor.refused(cancelConversation, {
      conversationId,
      reason: "no",
    });
    expect(error.code).toBe("forbidden");
  }
  expect(await money(core)).toEqual(HELD);
});

test("the sender cannot take back what is earned; the recipient still can give it back", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core);
  await say(bob, conversationId);
  const before = await view(alice, conversationId);
  const error = await alice.refused(cancelConversation, {
    conversationId,
    reason: "changed my mind",
  });
  expect(error.code).toBe("condition_already_met");
  expect(error.extra.review).toMatchObject({ outcome: "deny" });
  expect(await view(alice, conversationId)).toEqual(before);
  expect(await money(core)).toEqual(HELD);
  await cancel(bob, conversationId);
  expect(await money(core)).toEqual(UNTOUCHED);
});

test("the payee's decline rejects the request and gives the price back", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  const declined = await core.bob.run(recordHilDecision, {
    conversationId,
    decision: "decline",
  });
  expect(declined).toMatchObject({
    state: "rejected",
    conversation: { payment: { status: "voided", voidReason: "declined" } },
  });
  expect(await money(core)).toEqual(UNTOUCHED);
  const late = await core.bob.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(late.code).toBe("conversation_closed");
});

test("a canceled request without enough balance leaves nothing behind", async () => {
  await using core = await startStage();
  const conversationId = await paid(core, { price: "200" });
  const canceled = await cancel(core.alice, conversationId);
  expect(canceled).toMatchObject({
    state: "canceled",
    payment: { status: "voided" },
  });
  expect(await money(core)).toEqual(UNTOUCHED);
});

test("what is released stays released when the recipient cancels the rest, and the sender cannot", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core, { release: "accepted" });
  await sign(bob, conversationId);
  const error = await alice.refused(cancelConversation, {
    conversationId,
    reason: "changed my mind",
  });
  expect(error.code).toBe("condition_already_met");
  const canceled = await cancel(bob, conversationId);
  expect(canceled).toMatchObject({
    state: "canceled",
    payment: { status: "released" },
  });
  expect(await money(core)).toEqual(RELEASED);
});
