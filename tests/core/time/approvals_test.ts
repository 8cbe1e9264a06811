import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/limits.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { sweepDue } from "../../../src/core/sweeper.ts";
import { send, startStage, view } from "../core_harness.ts";
import { BACK, cents, HELD, HOUR, paid, pass } from "./clock.ts";

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
