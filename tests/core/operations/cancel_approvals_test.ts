import { describe, expect, test } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import {
  balance,
  decide,
  isLedgerRight,
  send,
  startStage,
  view,
} from "../core_harness.ts";
import { agentOf, HUNDRED, open, refusal } from "./approvals.ts";

describe("a cancel of what is held", () => {
  const cancel = (actor: Actor, conversationId: string) =>
    actor.run(cancelConversation, { conversationId, reason: "no more" });
  const held = ({ alice, bob }: Stage, more: Composed = {}) =>
    send(alice, { to: bob.address, price: "5", ...more });

  test("by an agent waits for its person, and is asked once however often", async () => {
    await using core = await startStage();
    const { alice } = core;
    const conversationId = await held(core);
    const first = await cancel(alice, conversationId);
    expect(first).toMatchObject({
      state: "input-required",
      review: {
        outcome: "needs_person",
        rules: expect.arrayContaining([
          expect.objectContaining({
            id: "R-CANCEL-HELD",
            outcome: "needs_person",
          }),
        ]),
      },
      payment: { status: "held" },
      conversation: { needsYou: true },
    });
    const other = await agentOf(core, "Other");
    for (const agent of [alice, other]) {
      const again = await cancel(agent, conversationId);
      expect(again.review.reviewId).toBe(first.review.reviewId);
      expect(again.conversation.version).toBe(first.conversation.version);
    }
    const card = await open(alice, conversationId);
    expect(card.summary).toContain(
      "The held 5.00 USDC (TEST) would go back to you",
    );
  });

  test("approved gives the price back, declined leaves everything as it was", async () => {
    await using core = await startStage();
    const { alice } = core;
    const person = alice.asPerson();
    const gone = await held(core);
    await cancel(alice, gone);
    const approved = await decide(person, gone, "approve");
    expect(approved).toMatchObject({
      state: "canceled",
      conversation: { stateReason: "no more", payment: { status: "voided" } },
    });
    const kept = await held(core);
    await cancel(alice, kept);
    const declined = await decide(person, kept, "decline");
    expect(declined).toMatchObject({
      state: "submitted",
      conversation: { payment: { status: "held" } },
    });
    expect(await balance(core, alice)).toBe(HUNDRED - 5_000_000);
    expect(await isLedgerRight(core)).toBe(true);
  });

  test("by the person needs nobody, and takes back what the agent asked", async () => {
    await using core = await startStage();
    const { alice } = core;
    const conversationId = await held(core);
    await cancel(alice, conversationId);
    const done = await cancel(alice.asPerson(), conversationId);
    expect(done).toMatchObject({
      state: "canceled",
      review: { outcome: "allow" },
      payment: { status: "voided" },
    });
    const [checkpoint] = done.conversation.checkpoints;
    expect(checkpoint?.status).toBe("superseded");
  });

  test("by the recipient's agent waits for the recipient, who reads what it costs", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await held(core);
    await cancel(bob, conversationId);
    expect((await view(alice, conversationId)).checkpoints).toEqual([]);
    const { checkpoints } = await view(bob, conversationId);
    expect(checkpoints.map(({ kind }) => kind)).toEqual([
      "acceptance",
      "review",
    ]);
    expect(checkpoints[1]?.summary).toContain("you wouldn't be paid");
    const person = bob.asPerson();
    const error = await refusal(person, conversationId);
    expect(error.code).toBe("ambiguous_checkpoint");
    const listed = error.extra.checkpoints;
    expect(listed).toMatchObject(
      checkpoints.map(({ checkpointId }) => ({ checkpointId })),
    );
    const named = { checkpointId: checkpoints[1]?.checkpointId ?? "" };
    const decided = await decide(person, conversationId, "approve", named);
    expect(decided.state).toBe("canceled");
  });

  test("leaves the agent that asked its acceptance to decide alone", async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await held(core);
    await cancel(bob, conversationId);
    const decided = await decide(bob, conversationId, "approve");
    expect(decided.state).toBe("input-required");
    const { checkpoints } = decided.conversation;
    expect(checkpoints.map(({ status }) => status)).toEqual([
      "approved",
      "open",
    ]);
    const declined = await decide(bob.asPerson(), conversationId, "decline");
    expect(declined.state).toBe("working");
  });

  test("that is earned in the meantime is refused, and the work goes on", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await held(core);
    await cancel(alice, conversationId);
    await bob.run(sendMessage, { conversationId, text: "here it is" });
    const error = await refusal(alice.asPerson(), conversationId);
    expect(error.code).toBe("condition_already_met");
    const seen = await view(alice, conversationId);
    expect(seen).toMatchObject({
      state: "working",
      payment: { status: "held" },
      checkpoints: [{ status: "superseded" }],
    });
    const signed = await bob.run(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(signed.state).toBe("completed");
  });

  test("while it waits the recipient's decline ends it and returns the price", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await held(core);
    await cancel(alice, conversationId);
    const declined = await decide(bob, conversationId, "decline");
    expect(declined).toMatchObject({
      state: "canceled",
      conversation: {
        stateReason: "declined",
        payment: { status: "voided", voidReason: "declined" },
      },
    });
    expect(await balance(core, alice)).toBe(HUNDRED);
  });

  test("of both sides ends with either, and returns only when both are off", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await held(core);
    await bob.run(sendMessage, { conversationId, text: "hm" });
    const other = await held(core, {
      release: "converted",
      releaseAction: "x",
    });
    await bob.run(sendMessage, { conversationId: other, text: "hm" });
    await cancel(alice, other);
    await cancel(bob, other);
    const declined = [
      await decide(alice.asPerson(), other, "decline"),
      await decide(bob.asPerson(), other, "decline"),
    ].map(({ state }) => state);
    expect(declined).toEqual(["input-required", "working"]);
    const denied = await alice.refused(cancelConversation, {
      conversationId,
      reason: "no",
    });
    expect(denied.code).toBe("condition_already_met");
  });
});
