import { expect, test } from "bun:test";
import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { extendDeadline } from "../../../src/core/operations/extend_deadline.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { withdrawDispute } from "../../../src/core/operations/withdraw_dispute.ts";
import { DAY, decide, startStage, view } from "../core_harness.ts";
import { answer, at, dispute, sign, splitsOf } from "./dispute_story.ts";
import { FIVE, HUNDRED, money, paid, typesIn, working } from "./money_story.ts";

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
    title: "alice proposes that 2.00 USDC (TEST) of 5.00 USDC (TEST) goes back",
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

test("a frozen price is not held for longer by a later deadline", async () => {
  await using core = await startStage();
  const { alice } = core;
  const id = await working(core, { deliverBy: at(5 * DAY) });
  await dispute(alice, id);
  const later = { conversationId: id, dueAt: at(6 * DAY) };
  const refused = await alice.refused(extendDeadline, later);
  expect(refused.code).toBe("dispute_open");
  await alice.run(withdrawDispute, { conversationId: id });
  const { conversation } = await alice.run(extendDeadline, later);
  expect(conversation.terms?.dueAt).toBe(at(6 * DAY));
});

test("a dispute about a price in steps is about those that are not signed yet", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const milestones = [
    { title: "Start", amount: "2", release: "accepted" as const },
    { title: "End", amount: "3" },
  ];
  const id = await paid(core, { milestones });
  const step = { conversationId: id, confirm: true } as const;
  await bob.asPerson().run(signReceipt, { ...step, milestoneId: "m1" });
  const said = { conversationId: id, reason: "late", text: "no" } as const;
  expect((await alice.refused(openDispute, said)).code).toBe("not_disputable");
  const { messageId } = await bob.run(sendMessage, {
    ...{ conversationId: id, text: "the end" },
  });
  const opened = await dispute(alice, id, { evidence: [messageId, "7"] });
  expect(opened.conversation.terms?.dispute).toMatchObject({
    amount: { amount: "3.00" },
    splits: [{ evidence: [messageId, "7"] }],
  });
  const late = { ...step, milestoneId: "m2" };
  expect((await bob.refused(signReceipt, late)).code).toBe("dispute_open");
  // Neither a message nor a record of this conversation.
  for (const it of ["msg_0", "999"]) {
    const wrong = { conversationId: id, return: "1", evidence: [it] };
    const { code } = await bob.refused(answerDispute, wrong);
    expect(code).toBe("invalid_input");
  }
  // The payee gives everything back that is still held.
  await bob
    .asPerson()
    .run(cancelConversation, { conversationId: id, reason: "sorry" });
  expect((await view(alice, id)).terms?.dispute).toMatchObject({
    status: "settled",
    outcome: { by: bob.address, return: { amount: "3.00" } },
  });
  expect(await money(core)).toEqual([HUNDRED - 2e6, HUNDRED + 2e6, 0]);
});
