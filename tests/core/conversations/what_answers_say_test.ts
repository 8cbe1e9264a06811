import { describe, expect, test } from "bun:test";
import { addInboxRule } from "../../../src/core/operations/add_inbox_rule.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import { decide, send, startStage, view } from "../core_harness.ts";

describe("what an answer says of whom a message reached", () => {
  test("names its readers, and warns where the requester is not among them", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const conversationId = await send(alice, {
      to: [bob.address, carol.address],
    });
    const first = await bob.run(sendMessage, { conversationId, text: "a" });
    expect(first.readers).toEqual([alice.address]);
    expect(first.warnings).toBeUndefined();
    const all = { conversationId, text: "b", mode: "reply-all" } as const;
    const toAll = await bob.run(sendMessage, all);
    expect(toAll.readers).toEqual([alice.address, carol.address]);
    const aside = await carol.run(sendMessage, {
      conversationId,
      text: "c",
      mode: "reply",
      inReplyTo: toAll.messageId,
    });
    expect(aside.readers).toEqual([bob.address]);
    expect(aside.warnings).toEqual([
      { code: "requester_not_reached", address: alice.address },
    ]);
  });

  test("names no hidden recipient to another", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const to = { to: bob.address, bcc: carol.address };
    const conversationId = await send(alice, to);
    const text = { conversationId, text: "x", mode: "reply-all" } as const;
    expect((await bob.run(sendMessage, text)).readers).toEqual([alice.address]);
    const own = await alice.run(sendMessage, text);
    expect(own.readers).toEqual([bob.address, carol.address]);
  });

  test("marks what only the own account reads", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const conversationId = await send(alice, { to: bob.address });
    await bob.run(sendMessage, { conversationId, text: "Yes" });
    const asked = await bob.run(sendMessage, {
      conversationId,
      text: "May I?",
      needsInput: true,
    });
    expect(asked.readers).toBeUndefined();
    const { messages } = await view(bob, conversationId);
    expect(messages.map((it) => it.onlyYou)).toEqual([
      undefined,
      undefined,
      true,
    ]);
  });
});

describe("the next step", () => {
  test("is the sender's after a question before the acceptance, until they answer", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const conversationId = await send(alice, { to: bob.address, price: "1" });
    const question = { conversationId, text: "When?", accept: false };
    await bob.run(sendMessage, question);
    const ofBob = async () => (await view(bob, conversationId)).nextStep;
    const ofAlice = async () => (await view(alice, conversationId)).nextStep;
    expect(await ofBob()).toMatchObject({
      who: "them",
      text: "Waiting for the sender to answer the question.",
    });
    expect(await ofAlice()).toEqual({
      who: "you",
      text: `Answer the question from ${bob.address}, who hasn't accepted yet.`,
    });
    await alice.run(sendMessage, { conversationId, text: "Tomorrow" });
    expect((await ofBob()).who).toBe("you");
    expect((await ofAlice()).who).toBe("them");
  });

  test("is the sender's as long as the question stands, also while an agent's answer waits for its person", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const to = [bob.address, carol.address];
    const conversationId = await send(alice, { to });
    const question = { conversationId, text: "When?", accept: false };
    await bob.run(sendMessage, { ...question, mode: "reply-all" });
    const writer = carol.as({
      scopes: ["conversations:read", "conversations:write"],
    });
    const { state } = await writer.run(sendMessage, {
      conversationId,
      text: "I can",
    });
    expect(state).toBe("input-required");
    const ofAlice = await view(alice, conversationId);
    expect(ofAlice).toMatchObject({
      section: "replies",
      nextStep: {
        who: "you",
        text: `Answer the question from ${bob.address}, who hasn't accepted yet.`,
      },
    });
    expect((await view(bob, conversationId)).nextStep).toMatchObject({
      who: "them",
      text: "Waiting for the sender to answer the question.",
    });
    await alice.run(sendMessage, { conversationId, text: "Tomorrow" });
    expect((await view(alice, conversationId)).nextStep).toEqual({
      who: "them",
      text: `Waiting for ${carol.address} to decide.`,
    });
  });

  test("says that nobody has the address, and the answer warns of it", async () => {
    await using stage = await startStage();
    const { alice } = stage;
    const address = "nobody-at-all@inbox.localhost";
    const { warnings, conversation } = await alice.run(createConversation, {
      to: address,
      text: "x",
      submit: true,
    });
    expect(warnings).toEqual([{ code: "no_such_account", address }]);
    expect(conversation.nextStep).toEqual({
      who: "you",
      text: `The address ${address} doesn't exist, so no one can answer. Write to the right one.`,
    });
  });
});

describe("what waits for a person", () => {
  test("says by which rule and why, with what is left, and where they decide", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const buyer = alice.as({ perPayment: 2_000_000, perDay: 9_000_000 });
    const answer = await buyer.run(createConversation, {
      to: bob.address,
      text: "x",
      price: "5",
      submit: true,
    });
    const why = {
      rule: "R-PAY-LIMIT",
      reason:
        "The price is above the spending limit of this access: at most 2.00 USDC (TEST) per payment, 9.00 USDC (TEST) left today.",
    };
    expect(answer).toMatchObject(why);
    expect(answer.approvalUrl).toContain(`#${answer.checkpointId}`);
    expect(answer.conversation.nextStep).toMatchObject({
      who: "person",
      ...why,
      approvalUrl: answer.approvalUrl,
    });
    // The person themself needs neither.
    const { nextStep } = await view(alice.asPerson(), answer.conversationId);
    expect(nextStep).not.toContainAnyKeys(["rule", "reason", "approvalUrl"]);
    await decide(alice.asPerson(), answer.conversationId, "decline");
  });

  test("leads to its page where money is missing, and says which limit keeps the agent from it", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const prices = [{ contactType: "everyone", price: "5" }] as const;
    await bob.asPerson().run(updateProfile, { prices: [...prices] });
    const offer = { to: bob.address, text: "x", submit: true };
    const buyer = alice.as({ perPayment: 2_000_000 });
    const limited = await buyer.run(createConversation, offer);
    expect(limited.state).toBe("auth-required");
    const page = `/c/${limited.conversationId}`;
    expect(limited.conversation.nextStep).toMatchObject({
      who: "person",
      reason:
        "Cannot pay: the credential's limit per payment is 2.00 USDC (TEST), with 2.00 USDC (TEST) left.",
      approvalUrl: expect.stringMatching(new RegExp(`${page}$`)),
    });
    const free = await alice.run(createConversation, offer);
    expect(free.conversation.nextStep).toMatchObject({
      who: "you",
      approvalUrl: expect.stringContaining(free.conversationId),
    });
  });

  test("is its person's step, too, where a rule for all agents keeps it from paying", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const prices = [{ contactType: "everyone", price: "50" }] as const;
    await bob.asPerson().run(updateProfile, { prices: [...prices] });
    const offer = { to: bob.address, text: "x", submit: true };
    const { conversationId } = await alice.run(createConversation, offer);
    const page = `/c/${conversationId}`;
    const why = "at most 10.00 USDC (TEST) per payment";
    expect((await view(alice, conversationId)).nextStep).toMatchObject({
      who: "person",
      reason: expect.stringContaining(why),
      approvalUrl: expect.stringMatching(new RegExp(`${page}$`)),
    });
    const refused = await alice.refused(fundConversation, { conversationId });
    expect(refused).toMatchObject({
      code: "person_required",
      message: expect.stringContaining(why),
      extra: {
        rules: [{ id: "R-PAY-AGENT", outcome: "needs_person" }],
        approvalUrl: expect.stringMatching(new RegExp(`${page}$`)),
      },
    });
    // The person themself pays.
    const { nextStep } = await view(alice.asPerson(), conversationId);
    expect(nextStep).not.toContainAnyKeys(["reason", "approvalUrl"]);
    expect(nextStep.who).toBe("you");
  });

  test("is refused with the page where they do it, whatever only they may", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    await alice.asPerson().run(saveContact, {
      address: bob.address,
      blocked: true,
    });
    const priced = { to: stage.carol.address, price: "1" };
    const asked = await send(bob.asPerson(), priced);
    const refusals = [
      await alice.refused(addInboxRule, { from: bob.address, trust: true }),
      await stage.carol.refused(updateConversation, {
        conversationId: asked,
        snoozeUntil: "2026-02-01T00:00:00Z",
      }),
    ];
    const pages = ["/settings/rules", `/c/`];
    for (const [index, { code, extra }] of refusals.entries()) {
      expect(code).toBe("person_required");
      expect(extra.approvalUrl).toContain(pages[index] ?? "-");
    }
  });
});
