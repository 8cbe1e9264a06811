import { expect, test } from "bun:test";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { ruleDispute } from "../../../src/core/operations/rule_dispute.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { withdrawDispute } from "../../../src/core/operations/withdraw_dispute.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { DAY, decide, START, startStage, view } from "../core_harness.ts";
import {
  FIVE,
  HUNDRED,
  money,
  released,
  typesIn,
  working,
} from "./money_story.ts";

const at = (ms: number) => new Date(START + ms).toISOString();
const sign = { confirm: true } as const;

const dispute = (
  actor: Actor,
  conversationId: string,
  more: { readonly return?: string; readonly evidence?: string[] } = {},
) =>
  actor.asPerson().run(openDispute, {
    ...{ conversationId, reason: "not_as_agreed", text: "Half is missing" },
    ...more,
  });

/** A disputed request; carol is named as its arbiter. */
async function disputed(core: Stage, more: Composed = {}) {
  const arbiter = core.carol.address;
  const conversationId = await working(core, { arbiter, ...more });
  await dispute(core.alice, conversationId, { return: "2.00" });
  return conversationId;
}

const answer = (actor: Actor, conversationId: string, given: object) =>
  actor.asPerson().run(answerDispute, { conversationId, ...given });

const splitsOf = async (viewer: Actor, id: string) =>
  (await view(viewer, id)).terms?.dispute?.splits.map(
    ({ return: { amount }, status }) => `${amount} ${status}`,
  );

test("a dispute freezes what is held, and taking the other's number splits it at once", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await working(core);
  const opened = await dispute(alice, id, { return: "2.00" });
  expect(opened).toMatchObject({
    state: "working",
    payment: { status: "held", captureBefore: at(10 * DAY) },
    conversation: {
      nextStep: {
        who: "them",
        text: `Waiting for ${bob.address} to answer the dispute.`,
      },
      terms: {
        dispute: {
          about: "held",
          reason: "not_as_agreed",
          amount: { amount: "5.00" },
          status: "open",
          returnsAt: at(10 * DAY),
          splits: [
            {
              number: 1,
              by: alice.address,
              return: { amount: "2.00" },
              release: { amount: "3.00" },
              text: "Half is missing",
              status: "open",
            },
          ],
        },
      },
    },
  });
  const asked = await view(bob, id);
  expect(asked).toMatchObject({ needsYou: true, section: "money" });
  expect(asked.checkpoints.at(-1)).toMatchObject({
    act: "dispute",
    title: "alice wants 2.00 USDC (TEST) of 5.00 USDC (TEST) to go back",
    proposal: { reason: "Half is missing", money: { moves: "return" } },
  });
  for (const [operation, input] of [
    [signReceipt, sign],
    [raisePrice, { price: "8" }],
    [openDispute, { reason: "late", text: "again" }],
  ] as const) {
    const actor = operation === openDispute ? alice : bob;
    const given = { conversationId: id, ...input };
    expect((await actor.refused(operation, given)).code).toBe("dispute_open");
  }
  expect(
    (
      await alice.refused(cancelConversation, {
        conversationId: id,
        reason: "no",
      })
    ).code,
  ).toBe("condition_already_met");
  await answer(bob, id, { return: "0.50", text: "It is all there" });
  expect(await splitsOf(alice, id)).toEqual(["2.00 open", "0.50 open"]);
  const taken = await answer(alice, id, { take: 2 });
  expect(taken).toMatchObject({
    state: "completed",
    payment: {
      status: "released",
      released: { amount: "4.50" },
      returned: { amount: "0.50" },
    },
    conversation: {
      stateCode: "dispute_settled",
      terms: {
        dispute: {
          status: "settled",
          outcome: {
            by: alice.address,
            return: { amount: "0.50" },
            release: { amount: "4.50" },
          },
        },
      },
    },
  });
  expect(await splitsOf(bob, id)).toEqual(["2.00 ended", "0.50 taken"]);
  expect(await money(core)).toEqual([HUNDRED - FIVE + 5e5, HUNDRED + 45e5, 0]);
  expect((await view(alice, id)).needsYou).toBe(false);
  expect(await typesIn(core, id)).toContain("dispute.settled");
  expect(
    (
      await bob
        .asPerson()
        .refused(answerDispute, { conversationId: id, take: 1 })
    ).code,
  ).toBe("dispute_ended");
});

test("the card of the claim settles it, and a declined one leaves it open", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await working(core);
  await dispute(alice, id, { return: "5.00" });
  await decide(bob.asPerson(), id, "decline");
  expect(await view(bob, id)).toMatchObject({
    state: "working",
    nextStep: { who: "you", by: at(10 * DAY) },
  });
  await answer(bob, id, { return: "1.00" });
  await answer(alice, id, { return: "4.00" });
  expect(await splitsOf(bob, id)).toEqual([
    "5.00 replaced",
    "1.00 open",
    "4.00 open",
  ]);
  expect((await answer(bob, id, { take: 1 }).catch((it) => it)).code).toBe(
    "split_ended",
  );
  await decide(bob.asPerson(), id, "approve");
  expect(await view(alice, id)).toMatchObject({ state: "completed" });
  expect(await money(core)).toEqual([HUNDRED - FIVE + 4e6, HUNDRED + 1e6, 0]);
});

test("a claim for all that is accepted cancels the request, and withdrawing unfreezes it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await working(core);
  await dispute(alice, id);
  await alice.run(withdrawDispute, { conversationId: id });
  expect((await view(bob, id)).terms?.dispute).toMatchObject({
    status: "withdrawn",
    outcome: { return: { amount: "0.00" }, release: { amount: "0.00" } },
  });
  expect((await view(bob, id)).checkpoints.at(-1)?.status).toBe("superseded");
  await dispute(alice, id);
  await answer(bob, id, { take: 1 });
  expect(await view(alice, id)).toMatchObject({
    state: "canceled",
    stateCode: "dispute_settled",
    payment: { status: "voided", voidReason: "dispute_settled" },
  });
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
  const third = await working(core);
  for (const _time of [1, 2, 3]) {
    await dispute(alice, third);
    await alice.run(withdrawDispute, { conversationId: third });
  }
  expect(
    (
      await alice.refused(openDispute, {
        conversationId: third,
        reason: "late",
        text: "no",
      })
    ).code,
  ).toBe("not_disputable");
  await bob.run(signReceipt, { conversationId: third, ...sign });
  expect(await money(core)).toEqual([HUNDRED - FIVE, HUNDRED + FIVE, 0]);
});

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
  expect(await view(alice, id)).toMatchObject({
    state: "completed",
    unread: true,
  });
  expect(await typesIn(core, id)).toEqual(
    expect.arrayContaining([
      "arbiter.joined",
      "dispute.asked",
      "dispute.ruled",
    ]),
  );
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
