import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { send, startStage, view } from "../core_harness.ts";
import { BACK, cents, HELD, HOLD, HOUR, paid, pass } from "./clock.ts";

const EXPIRY = LIMITS.reviewHours * HOUR;

test("an agent's submit that nobody decided is a draft again, and an approval then is too late", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address, price: "11" });
  const [asked] = (await view(alice, conversationId)).checkpoints;
  await pass(core, EXPIRY - 1);
  expect((await view(alice, conversationId)).state).toBe("input-required");
  await pass(core, 1);
  expect(await view(alice, conversationId)).toMatchObject({
    state: "draft",
    stateReason: "approval_expired",
    stateCode: "approval_expired",
    unread: true,
  });
  const late = await alice.asPerson().refused(recordHilDecision, {
    conversationId,
    checkpointId: asked?.checkpointId ?? "",
    decision: "approve",
  });
  expect(late.code).toBe("checkpoint_expired");
  expect(await cents(core)).toEqual(BACK);
});

test("an answer at the very moment of the expiry is too late, also before the clock has looked", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address, price: "11" });
  core.advance(EXPIRY);
  for (const decision of ["approve", "decline"] as const) {
    const input = { conversationId, decision };
    const late = await alice.asPerson().refused(recordHilDecision, input);
    expect([decision, late.code]).toEqual([decision, "checkpoint_expired"]);
  }
  const { checkpoints } = await view(alice.asPerson(), conversationId);
  expect(checkpoints).toMatchObject([
    { mayDecide: false, because: { code: "checkpoint_expired" } },
  ]);
  expect(await cents(core)).toEqual(BACK);
});

test("an agent's cancel that nobody decided is off, and its own person hears of it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core);
  await bob.run(cancelConversation, { conversationId, reason: "busy" });
  await bob.run(updateConversation, { conversationId, unread: false });
  await pass(core, EXPIRY);
  expect(await view(bob, conversationId)).toMatchObject({
    state: "submitted",
    stateReason: "cancel_expired",
    unread: true,
  });
  expect((await view(alice, conversationId)).payment.status).toBe("held");
  expect(await cents(core)).toEqual(HELD);
});

test("an agent's message to the outside that nobody decided is dropped and erased, and no decline", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const eve = "eve@example.org";
  const conversationId = await paid(core, { cc: eve });
  const input = { conversationId, mode: "reply-all" as const };
  await bob.run(sendMessage, { ...input, text: "accepted" });
  const clerk = alice.as({ scopes: ["conversations:write"] });
  const { checkpointId } = await clerk.run(sendMessage, {
    ...input,
    text: "secret words",
  });
  await alice.run(updateConversation, { conversationId, unread: false });
  await pass(core, EXPIRY - 1);
  expect((await view(alice, conversationId)).state).toBe("input-required");
  await pass(core, 1);
  const seen = await view(alice, conversationId);
  expect(seen).toMatchObject({
    state: "working",
    stateReason: "checkpoint_expired",
    unread: true,
    messageCount: 2,
    checkpoints: [{ checkpointId, status: "expired" }],
  });
  expect(JSON.stringify(seen)).not.toContain("secret words");
  const left = await core.rows(
    "select count(*) from checkpoints where proposal is not null",
  );
  expect(left).toEqual([[0]]);
  const late = await alice.asPerson().refused(recordHilDecision, {
    conversationId,
    checkpointId,
    decision: "approve",
  });
  expect(late.code).toBe("checkpoint_expired");
  expect(await cents(core)).toEqual(HELD);
});

test("a question that nobody answers ends by itself: a reply at that moment is none", async () => {
  await using core = await startStage();
  const { bob } = core;
  const conversationId = await paid(core);
  const question = { conversationId, text: "which?", needsInput: true };
  await bob.run(sendMessage, question);
  core.advance(EXPIRY);
  const reply = { conversationId, text: "late" };
  const { state } = await bob.asPerson().run(sendMessage, reply);
  expect(state).toBe("input-required");
  await pass(core, 0);
  const seen = await view(bob, conversationId);
  expect(seen.state).toBe("working");
  expect(seen.checkpoints.map(({ status }) => status)).toEqual([
    "approved",
    "expired",
  ]);
});

test("a hold that ends while a message waits gives the price back and drops the message", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core, { cc: "eve@example.org" });
  await pass(core, HOLD - HOUR);
  const clerk = bob.as({ scopes: ["conversations:write"] });
  const text = "here";
  const mode = "reply-all";
  await clerk.run(sendMessage, { conversationId, text, mode });
  await pass(core, HOUR);
  expect(await view(alice, conversationId)).toMatchObject({
    state: "canceled",
    stateReason: "hold_expired",
    messageCount: 1,
  });
  expect(await cents(core)).toEqual(BACK);
});

test("a raised price that ends while a cancel waits leaves the work behind that cancel", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core);
  await bob.run(sendMessage, { conversationId, text: "It costs more." });
  await bob.run(raisePrice, { conversationId, price: "8" });
  core.advance(HOUR);
  await bob.run(cancelConversation, { conversationId, reason: "busy" });
  await pass(core, EXPIRY - HOUR);
  const between = await view(alice, conversationId);
  expect(between.state).toBe("input-required");
  expect(between.payment.requirements).toBeUndefined();
  await pass(core, HOUR);
  expect((await view(alice, conversationId)).state).toBe("working");
  expect(await cents(core)).toEqual(HELD);
});

for (const early of [1, 0]) {
  for (const first of ["clock", "person"] as const) {
    test(`an approval against its expiry, ${early} ms before the end, ${first} first: one outcome`, async () => {
      await using core = await startStage();
      const { alice, bob } = core;
      const conversationId = await send(alice, {
        to: bob.address,
        price: "11",
      });
      core.advance(EXPIRY - early);
      const sweep = () => sweepDue(core.services);
      const approve = () =>
        alice
          .asPerson()
          .run(recordHilDecision, { conversationId, decision: "approve" })
          .then(
            () => "done",
            (error) => error.code,
          );
      const said =
        first === "clock"
          ? (await Promise.all([sweep(), approve()]))[1]
          : (await Promise.all([approve(), sweep()]))[0];
      const { state, payment } = await view(alice, conversationId);
      expect([said, state, payment.status]).toEqual(
        early === 1
          ? ["done", "submitted", "held"]
          : ["checkpoint_expired", "draft", "none"],
      );
      expect(await cents(core)).toEqual(
        early === 1 ? [8_900, 10_000, 1_100] : BACK,
      );
      expect(await core.run(verifyAudit, {})).toMatchObject({ faults: [] });
    });
  }
}
