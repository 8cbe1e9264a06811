import { expect, test } from "bun:test";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { continueDeletion } from "../../../src/core/operations/continue_deletion.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteAccount } from "../../../src/core/operations/delete_account.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import { previewConversation } from "../../../src/core/operations/preview_conversation.ts";
import { proposeTerms } from "../../../src/core/operations/propose_terms.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { ruleDispute } from "../../../src/core/operations/rule_dispute.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { withdrawDispute } from "../../../src/core/operations/withdraw_dispute.ts";
import type { Actor } from "../core_harness.ts";
import { DAY, decide, startStage, view } from "../core_harness.ts";
import { answer, at, dispute, disputed } from "./dispute_story.ts";
import {
  FIVE,
  HUNDRED,
  money,
  paid,
  released,
  typesIn,
  working,
} from "./money_story.ts";

test("an arbiter reads nothing until the two had 72 hours, then decides", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const id = await disputed(core);
  expect((await view(bob, id)).terms?.arbiter).toBe(carol.address);
  await answer(bob, id, { return: "0" });
  core.advance(3 * DAY - 1);
  await sweepDue(core.services);
  expect(
    (
      await carol.refused(ruleDispute, {
        conversationId: id,
        return: "1",
        text: "so",
      })
    ).code,
  ).toBe("conversation_not_found");
  core.advance(1);
  await sweepDue(core.services);
  const judged = await view(carol, id);
  expect(judged).toMatchObject({
    needsYou: true,
    section: "money",
    nextStep: { who: "you", by: at(10 * DAY) },
    terms: { dispute: { status: "arbitration", ruleBy: at(10 * DAY) } },
  });
  expect(judged.messages).toHaveLength(2);
  expect(judged.participants.at(-1)).toMatchObject({
    address: carol.address,
    role: "arbiter",
  });
  expect(judged.actions?.find(({ name }) => name === "rule")).toMatchObject({
    ready: true,
  });
  const card = judged.actions?.find(({ name }) => name === "approve");
  expect(card).toMatchObject({
    ready: false,
    because: { code: "ruling_required" },
  });
  // It can ask the two, and money moves by its ruling alone.
  await carol.run(sendMessage, {
    conversationId: id,
    text: "Show me the files",
  });
  await bob.run(sendMessage, {
    conversationId: id,
    text: "Here they are",
    mode: "reply",
  });
  expect((await view(carol, id)).messages).toHaveLength(4);
  expect(
    (
      await bob.refused(ruleDispute, {
        conversationId: id,
        return: "0",
        text: "mine",
      })
    ).code,
  ).toBe("not_arbiter");
  expect(
    (await carol.refused(answerDispute, { conversationId: id, take: 1 })).code,
  ).toBe("forbidden");
  expect(
    (
      await carol.refused(ruleDispute, {
        conversationId: id,
        return: "5.01",
        text: "more",
      })
    ).code,
  ).toBe("invalid_price");
  const clerk = carol.as({ scopes: ["conversations:write"] });
  const ruling = { conversationId: id, return: "1", text: "so" };
  expect((await clerk.refused(ruleDispute, ruling)).code).toBe(
    "person_required",
  );
  const ruled = await carol.run(ruleDispute, {
    conversationId: id,
    return: "1.50",
    text: "One file is missing",
  });
  expect(ruled.conversation.terms?.dispute).toMatchObject({
    status: "ruled",
    outcome: {
      by: carol.address,
      text: "One file is missing",
      jws: expect.any(String),
    },
  });
  expect(await money(core)).toEqual([HUNDRED - FIVE + 15e5, HUNDRED + 35e5, 0]);
  const ended = await view(alice, id);
  expect(ended).toMatchObject({ state: "completed", unread: true });
  const { steps } = ended.payment;
  expect(steps.map(({ name }) => name).join(" ")).toBe(
    "held accepted condition released returned",
  );
  expect(steps.every(({ done }) => done)).toBe(true);
  expect(await typesIn(core, id)).toEqual(
    expect.arrayContaining([
      "arbiter.joined",
      "dispute.asked",
      "dispute.ruled",
    ]),
  );
});

test("an arbiter reads the earlier messages that everybody read, and no private ones", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const id = await disputed(core, { cc: ["guest@example.org"] });
  const say = (actor: Actor, text: string, mode: "reply" | "reply-all") =>
    actor.run(sendMessage, { conversationId: id, text, mode });
  await say(bob, "for alice alone", "reply");
  await say(alice, "for all", "reply-all");
  await say(bob, "alone again", "reply");
  core.advance(3 * DAY);
  await sweepDue(core.services);
  const before = await carol.run(getConversation, {
    conversationId: id,
    limit: 1,
  });
  expect(before.messagesOmitted).toBe(1);
  await say(alice, "after it joined", "reply");
  const { messages, messagesOmitted } = await view(carol, id);
  expect(messages.map((it) => it.parts[0])).toMatchObject([
    { text: "words" },
    { text: "for all" },
    { text: "after it joined" },
  ]);
  expect(messagesOmitted).toBe(0);
});

test("the two can still agree while the arbiter thinks, and a silent one leaves the price to its end", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const agreed = await disputed(core);
  const silent = await disputed(core, { price: "3" });
  const recused = await disputed(core, { price: "4" });
  await answer(bob, agreed, { return: "1" });
  core.advance(3 * DAY);
  await sweepDue(core.services);
  await answer(alice, agreed, { take: 2 });
  expect(
    (
      await carol.refused(ruleDispute, {
        conversationId: agreed,
        return: "0",
        text: "late",
      })
    ).code,
  ).toBe("dispute_ended");
  await decide(carol.asPerson(), recused, "decline");
  expect(
    (
      await carol.refused(ruleDispute, {
        conversationId: recused,
        return: "0",
        text: "no",
      })
    ).code,
  ).toBe("dispute_ended");
  core.advance(7 * DAY - 1);
  await sweepDue(core.services);
  expect((await view(bob, silent)).state).toBe("working");
  core.advance(1);
  await sweepDue(core.services);
  for (const id of [silent, recused]) {
    expect(await view(alice, id)).toMatchObject({
      state: "canceled",
      stateCode: "dispute_lapsed",
      payment: { status: "voided", voidReason: "hold_expired" },
      terms: { dispute: { status: "lapsed" } },
    });
  }
  expect(await money(core)).toEqual([HUNDRED - FIVE + 1e6, HUNDRED + 4e6, 0]);
  expect(await sweepDue(core.services)).toBe(0);
});

test("an arbiter that deletes its account does not decide, which both sides see", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const id = await disputed(core);
  core.advance(3 * DAY);
  await sweepDue(core.services);
  const { accountId } = carol;
  await core.run(deleteAccount, { accountId, confirm: accountId });
  await core.run(continueDeletion, { accountId });
  for (const side of [alice, bob]) {
    const { terms, nextStep } = await view(side, id);
    expect(terms?.dispute?.status).toBe("open");
    expect(nextStep?.text).not.toContain("decides");
  }
  await answer(bob, id, { take: 1 });
  expect(await money(core)).toEqual([HUNDRED - FIVE + 2e6, HUNDRED + 3e6, 0]);
});

test("nothing is disputed before the condition is met, and after the release it is a claim", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await released(core);
  const opened = await dispute(alice, id, { return: "2" });
  expect(opened.conversation.terms?.dispute).toMatchObject({
    about: "released",
    status: "open",
  });
  expect((await answer(bob, id, { take: 1 }).catch((it) => it)).code).toBe(
    "dispute_ended",
  );
  await decide(bob.asPerson(), id, "approve");
  expect((await view(alice, id)).terms?.dispute).toMatchObject({
    status: "settled",
    outcome: { by: bob.address, return: { amount: "2.00" } },
  });
  expect(await money(core)).toEqual([HUNDRED - 3e6, HUNDRED + 3e6, 0]);
  await dispute(alice, id);
  await decide(bob.asPerson(), id, "decline");
  expect((await view(alice, id)).terms?.dispute?.status).toBe("declined");
  await dispute(alice, id);
  await alice.run(withdrawDispute, { conversationId: id });
  expect((await view(bob, id)).needsYou).toBe(false);
  await bob.run(refundPayment, { conversationId: id });
  const early = await working(core, {
    release: "converted",
    releaseAction: "call back",
  });
  expect(
    (
      await alice.refused(openDispute, {
        conversationId: early,
        reason: "late",
        text: "no",
      })
    ).code,
  ).toBe("not_disputable");
  const strange = { conversationId: early, reason: "late", text: "no" };
  expect((await bob.refused(openDispute, strange)).code).toBe("forbidden");
});

test("an arbiter is named before the money, by a request or a proposal, and is on every card", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const arbiter = carol.address;
  const named = { to: bob.address, text: "x", price: "5", submit: true };
  for (const wrong of [bob.address, "eve@example.org", alice.address]) {
    const refusal = await alice.refused(createConversation, {
      ...{ ...named, arbiter: wrong },
    });
    expect(refusal.faults[0]?.pointer).toBe("/arbiter");
  }
  const preview = await alice.run(previewConversation, {
    ...{ to: bob.address, text: "x", price: "5", arbiter },
  });
  expect(preview.sentences).toContain(`${arbiter} decides disputes.`);
  const id = await paid(core, { arbiter });
  const { checkpoints, terms } = await view(bob, id);
  expect(terms).toEqual({ arbiter });
  expect(checkpoints[0]?.summary).toContain(`${arbiter} decides disputes.`);
  expect(checkpoints[0]?.action).toMatchObject({ terms: { arbiter } });
  const free = await paid(core, { price: "0" });
  await bob.run(sendMessage, { conversationId: free, text: "gladly" });
  const { proposal } = await bob.run(proposeTerms, {
    ...{ conversationId: free, price: "4", arbiter },
    validUntil: at(DAY),
  });
  expect(proposal.arbiter).toBe(arbiter);
  const asked = (await view(alice, free)).checkpoints.at(-1);
  expect(asked?.summary).toContain(`${arbiter} decides disputes.`);
  await decide(alice.asPerson(), free, "approve");
  expect((await view(bob, free)).terms).toMatchObject({ arbiter });
});

test("an agent disputes and settles within its limits; beyond them its person does", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await working(core, { price: "15" });
  const said = { conversationId: id, reason: "late", text: "no" } as const;
  expect((await alice.refused(openDispute, said)).code).toBe("person_required");
  await dispute(alice, id, { return: "10" });
  const bound = bob.as({
    scopes: ["conversations:read", "conversations:write"],
  });
  for (const given of [{ take: 1 }, { return: "1" }]) {
    const refusal = await bound.refused(answerDispute, {
      ...{ conversationId: id, ...given },
    });
    expect(refusal.code).toBe("person_required");
  }
  const offered = (await view(bound, id)).actions ?? [];
  expect(offered.find(({ name }) => name === "take_split")).toMatchObject({
    ready: false,
    because: { code: "person_required" },
  });
  await answer(bob, id, { return: "9" });
  // What is paid is within what the agent may pay by itself.
  await alice.run(answerDispute, { conversationId: id, take: 2 });
  expect(await money(core)).toEqual([HUNDRED - 6e6, HUNDRED + 6e6, 0]);
});
