import { describe, expect, test } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import {
  balance,
  DAY,
  decide,
  isLedgerRight,
  startStage,
  view,
} from "../core_harness.ts";
import { clerkOf, HUNDRED, readable, request, toAll } from "./gated_replies.ts";

describe("while a reply waits for a person", () => {
  test("the others write on, and a reply of the recipient accepts behind it", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core);
    const clerk = await clerkOf(core, alice);
    await toAll(clerk, conversationId, "waiting");
    const { state } = await bob.run(sendMessage, {
      conversationId,
      text: "here",
    });
    expect(state).toBe("input-required");
    const done = await decide(alice.asPerson(), conversationId, "decline");
    expect(done.state).toBe("working");
  });

  test("whose turn it is goes by what runs out first, whoever may decide the rest", async () => {
    await using core = await startStage();
    const conversationId = await request(core);
    core.advance(5 * DAY);
    const clerk = await clerkOf(core, core.bob, [
      "conversations:read",
      "conversations:write",
      "decisions:write",
    ]);
    // Its own message is for its person; the acceptance, which ends before, is not.
    await toAll(clerk, conversationId, "waiting");
    const { nextStep, checkpoints } = await view(clerk, conversationId);
    expect(checkpoints.map(({ mayDecide }) => mayDecide).toSorted()).toEqual([
      false,
      true,
    ]);
    expect(nextStep).toMatchObject({
      who: "you",
      text: "Accept, ask first, or decline.",
    });
  });

  test("a cancel ends it and takes it off the desk", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    const clerk = await clerkOf(core, bob);
    const { checkpointId } = await toAll(clerk, conversationId, "secret");
    const reason = "no more";
    const input = { conversationId, reason };
    const done = await alice.asPerson().run(cancelConversation, input);
    expect(done).toMatchObject({
      state: "canceled",
      payment: { status: "voided" },
    });
    const late = await bob.asPerson().refused(recordHilDecision, {
      conversationId,
      checkpointId,
      decision: "approve",
    });
    expect(late.code).toBe("no_open_checkpoint");
    expect(await readable(bob, conversationId)).not.toContain("secret");
  });

  test("the recipient's decline of the request ends it and returns the price", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    await toAll(await clerkOf(core, alice), conversationId, "hurry");
    const done = await decide(bob, conversationId, "decline");
    expect(done.state).toBe("rejected");
    const [card] = (await view(alice, conversationId)).checkpoints;
    expect(card?.status).toBe("superseded");
    expect(await balance(core, alice)).toBe(HUNDRED);
  });

  test("the payee's receipt is signed: a sender's agent cannot hold it up", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    await bob.run(sendMessage, { conversationId, text: "done" });
    await toAll(await clerkOf(core, alice), conversationId, "hm");
    const signed = await bob.run(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(signed).toMatchObject({
      state: "completed",
      payment: { status: "released" },
    });
    const [card] = (await view(alice, conversationId)).checkpoints;
    expect(card?.status).toBe("superseded");
    expect(await isLedgerRight(core)).toBe(true);
  });

  test("a cancel of an agent waits beside it, and the work goes on when both are decided", async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await request(core, { price: "5" });
    await bob.run(sendMessage, { conversationId, text: "on it" });
    const { checkpointId = "" } = await toAll(
      await clerkOf(core, bob),
      conversationId,
      "more",
    );
    const reason = "too much";
    await bob.run(cancelConversation, { conversationId, reason });
    const early = await bob.refused(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(early.code).toBe("wrong_state");
    const person = bob.asPerson();
    const named = { checkpointId };
    const states = [
      await decide(person, conversationId, "approve", named),
      await decide(person, conversationId, "decline"),
    ].map(({ state }) => state);
    expect(states).toEqual(["input-required", "working"]);
  });
});
