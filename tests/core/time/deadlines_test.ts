import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { extendDeadline } from "../../../src/core/operations/extend_deadline.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { Composed, Stage } from "../core_harness.ts";
import { DAY, decide, START, send, startStage, view } from "../core_harness.ts";
import { BACK, cents, HELD, HOUR, PAID, paid, pass, types } from "./clock.ts";

const at = (ms: number) => new Date(START + ms).toISOString();
const reply = ({ bob }: Stage, conversationId: string) =>
  bob.run(sendMessage, { conversationId, text: "here it is" });
const TEXT = { release: "converted", releaseAction: "call back" } as const;
const call = (stage: Stage, conversationId: string) =>
  stage.bob.run(signReceipt, {
    conversationId,
    confirm: true,
    statement: "I did",
  });
const soundly = async (core: Stage) => {
  expect((await core.run(verifyAudit, {})).faults).toEqual([]);
  expect(core.logged.filter((it) => it.includes("sweep."))).toEqual([]);
};

test("a request that nobody accepts by its time ends, and its price goes back", async () => {
  await using core = await startStage();
  const priced = await paid(core, { acceptWithin: "PT4H" });
  const free = await send(core.alice, {
    ...{ to: core.carol.address, acceptBy: at(5 * HOUR) },
  });
  expect((await view(core.bob, priced)).terms).toEqual({
    ...{ acceptBy: at(4 * HOUR), acceptWithin: "PT4H" },
  });
  await pass(core, 4 * HOUR - 1);
  expect(await cents(core)).toEqual(HELD);
  core.advance(1);
  expect(
    (
      await core.bob.refused(signReceipt, {
        conversationId: priced,
        confirm: true,
      })
    ).code,
  ).toBe("condition_not_met");
  await sweepDue(core.services);
  expect(await view(core.bob, priced)).toMatchObject({
    ...{ state: "canceled", stateCode: "acceptance_missed", unread: true },
    payment: { status: "voided", voidReason: "acceptance_missed" },
    nextStep: { text: "Canceled. It wasn't accepted in time." },
  });
  expect(await cents(core)).toEqual(BACK);
  await pass(core, HOUR);
  expect((await view(core.alice, free)).stateCode).toBe("acceptance_missed");
  expect(await sweepDue(core.services)).toBe(0);
  await soundly(core);
});

test("an answer after the time to accept accepts nothing, however late the clock is", async () => {
  await using core = await startStage();
  const id = await paid(core, { acceptWithin: "PT4H" });
  core.advance(4 * HOUR);
  await reply(core, id);
  expect((await view(core.bob, id)).state).toBe("submitted");
  await sweepDue(core.services);
  expect((await view(core.bob, id)).stateCode).toBe("acceptance_missed");
  expect(await cents(core)).toEqual(BACK);
});

test("paid work is due from the acceptance on, and what was not done by then earns nothing", async () => {
  await using core = await startStage();
  const id = await paid(core, { ...TEXT, deliverWithin: "P2D" });
  core.advance(DAY);
  await reply(core, id);
  expect((await view(core.alice, id)).terms?.dueAt).toBe(at(3 * DAY));
  await pass(core, 2 * DAY - 1);
  expect((await view(core.alice, id)).state).toBe("working");
  core.advance(1);
  const late = { conversationId: id, confirm: true, statement: "I did" };
  expect((await core.bob.refused(signReceipt, late)).code).toBe(
    "deadline_missed",
  );
  await sweepDue(core.services);
  expect(await view(core.bob, id)).toMatchObject({
    ...{ state: "canceled", stateCode: "deadline_missed" },
    payment: { voidReason: "deadline_missed" },
  });
  expect(await cents(core)).toEqual(BACK);
  await soundly(core);
});

test("work whose condition was met in time stays until the end of its hold", async () => {
  await using core = await startStage();
  const id = await paid(core, { deliverBy: at(20 * DAY) });
  expect((await view(core.alice, id)).payment.captureBefore).toBe(
    at((20 + LIMITS.dueMarginDays) * DAY),
  );
  await reply(core, id);
  await pass(core, 20 * DAY);
  expect(await sweepDue(core.services)).toBe(0);
  expect((await view(core.alice, id)).state).toBe("working");
  expect(await types(core, id)).toContain("deadline.passed");
  await call(core, id);
  expect(await cents(core)).toEqual(PAID);
  await soundly(core);
});

test("a price with a deadline for the work can be accepted as long as it would be held without one", async () => {
  await using core = await startStage();
  const id = await paid(core, { deliverBy: at(20 * DAY) });
  expect((await view(core.bob, id)).terms?.acceptBy).toBe(at(7 * DAY));
  await pass(core, 7 * DAY);
  expect((await view(core.bob, id)).stateCode).toBe("acceptance_missed");
});

test("the sender moves a deadline on, and the hold with it", async () => {
  await using core = await startStage();
  const id = await paid(core, { ...TEXT, deliverBy: at(6.5 * DAY) });
  const extend = (days: number) => ({
    conversationId: id,
    dueAt: at(days * DAY),
  });
  const { alice, bob } = core;
  expect((await alice.refused(extendDeadline, extend(9))).code).toBe(
    "deadline_fixed",
  );
  await reply(core, id);
  expect((await bob.refused(extendDeadline, extend(9))).code).toBe("forbidden");
  const refused = async (days: number) =>
    (await alice.refused(extendDeadline, extend(days))).faults[0]?.code;
  expect(await refused(6)).toBe("not_later");
  expect(await refused(90)).toBe("beyond_hold");
  await alice.run(extendDeadline, extend(20));
  expect(await view(bob, id)).toMatchObject({
    ...{ unread: true, terms: { dueAt: at(20 * DAY) } },
    ...{
      payment: { captureBefore: at(21 * DAY) },
      nextStep: { by: at(20 * DAY) },
    },
  });
  await pass(core, 19 * DAY);
  expect((await view(alice, id)).actions).toContainEqual(
    expect.objectContaining({ name: "extend_deadline", ready: true }),
  );
  await pass(core, DAY);
  expect((await view(alice, id)).stateCode).toBe("deadline_missed");
  expect((await alice.refused(extendDeadline, extend(30))).code).toBe(
    "conversation_closed",
  );
  expect(await types(core, id)).toContain("deadline.extended");
  expect(await cents(core)).toEqual(BACK);
  await soundly(core);
});

test("half and a tenth of the time are told once each to those whose turn it is", async () => {
  await using core = await startStage();
  const id = await paid(core, { ...TEXT, deliverWithin: "P10D" });
  await reply(core, id);
  const told = async () =>
    (await core.rows(`select o.account_id, o.body ->> '$.endsAt' from deliveries o
      where o.body ->> '$.about' = 'due_soon' order by o.rowid`)) as unknown[][];
  const { bob, alice } = core;
  const dueAt = at(10 * DAY);
  await pass(core, 5 * DAY);
  expect(await told()).toEqual([[bob.accountId, dueAt]]);
  expect((await view(bob, id)).unread).toBe(true);
  await pass(core, DAY);
  await alice.run(extendDeadline, { conversationId: id, dueAt: at(26 * DAY) });
  // A pause over both tells of one.
  await pass(core, 19.5 * DAY);
  expect(await told()).toHaveLength(2);
  expect(await sweepDue(core.services)).toBe(0);
  await pass(core, DAY);
  expect((await view(bob, id)).stateCode).toBe("deadline_missed");
  expect(await told()).toHaveLength(2);
  await soundly(core);
});

test("work without a price is overdue and goes on", async () => {
  await using core = await startStage();
  const id = await send(core.alice, {
    ...{ to: core.bob.address, deliverWithin: "PT1H" },
  });
  await reply(core, id);
  await pass(core, 30 * DAY);
  expect(await view(core.bob, id)).toMatchObject({
    ...{ state: "working", terms: { dueAt: at(HOUR) } },
  });
  await soundly(core);
});

test("a person approves the deadlines, and they are on the card", async () => {
  await using core = await startStage();
  const agent = core.alice.as({
    scopes: ["conversations:submit", "conversations:read", "payments:hold"],
  });
  const asked = await agent.run(createConversation, {
    ...{ to: core.bob.address, title: "A logo", text: "please", submit: true },
    ...{ price: "5", deliverBy: at(3 * DAY), acceptWithin: "PT4H" },
  });
  const [card] = asked.conversation.checkpoints;
  expect(card?.action).toMatchObject({
    terms: { deliverBy: at(3 * DAY), acceptWithin: "PT4H" },
  });
  expect(card?.summary).toContain(
    "Accept within 4 hours. Due by January 18, 2026",
  );
  await decide(core.alice.asPerson(), asked.conversationId, "approve");
  expect(
    (await view(core.bob, asked.conversationId)).checkpoints,
  ).toMatchObject([
    { expiresAt: at(4 * HOUR), action: { terms: { acceptBy: at(4 * HOUR) } } },
  ]);
});

const FAR = LIMITS.deadlineHoldDaysMax + 1;
const REFUSED: readonly (readonly [Composed, string, string])[] = [
  [{ acceptBy: "tomorrow" }, "/acceptBy", "invalid_time"],
  [{ deliverWithin: "P1M" }, "/deliverWithin", "invalid_duration"],
  [{ deliverWithin: "P400D" }, "/deliverWithin", "too_late"],
  [{ deliverBy: at(-1) }, "/deliverBy", "past"],
  [{ deliverBy: at(400 * DAY) }, "/deliverBy", "too_late"],
  [{ acceptBy: at(DAY), deliverBy: at(HOUR) }, "/acceptBy", "conflict"],
  [{ price: "5", deliverBy: at(FAR * DAY) }, "/deliverBy", "beyond_hold"],
  [{ price: "5", deliverWithin: `P${FAR}D` }, "/deliverWithin", "beyond_hold"],
];

test("a deadline that cannot be kept is refused before anything is sent", async () => {
  await using core = await startStage();
  const { address: to } = core.bob;
  for (const [terms, pointer, code] of REFUSED) {
    const input = { to, title: "A logo", text: "please", submit: true };
    const asked = { ...input, ...terms };
    const refused = await core.alice.refused(createConversation, asked);
    expect(refused.faults).toMatchObject([{ pointer, code }]);
  }
  expect(await cents(core)).toEqual([10_000, 10_000, 0]);
});

test("null takes a deadline from a draft", async () => {
  await using core = await startStage();
  const { conversationId } = await core.alice.run(createConversation, {
    ...{ to: core.bob.address, title: "A logo", deliverWithin: "P1D" },
  });
  const input = { conversationId, deliverWithin: null };
  await core.alice.run(updateConversation, input);
  expect((await view(core.alice, conversationId)).terms).toBeUndefined();
});

test("a late step is overdue and reminds, and only the deadline of the whole ends the rest", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const steps = (...dates: readonly object[]) => ({
    price: "5",
    milestones: ["1", "1.5", "2.5"].map((amount, n) => ({
      ...{ title: `Step ${n}`, amount, ...dates[n] },
    })),
  });
  const [two, four] = [{ deliverWithin: "P2D" }, { deliverWithin: "P4D" }];
  for (const [input, field] of [
    [steps({}, four, two), "1/deliverWithin"],
    [{ ...steps({}, four), deliverWithin: "P3D" }, "1/deliverWithin"],
    [steps({}, { deliverBy: at(-1) }), "1/deliverBy"],
    [steps({ deliverBy: "soon" }), "0/deliverBy"],
  ] as const) {
    const { faults } = await alice.refused(createConversation, {
      ...{ to: [bob.address], text: "Hi", submit: true, ...input },
    });
    expect(faults[0]?.pointer).toBe(`/milestones/${field}`);
  }
  const id = await paid(core, steps({}, two, four));
  const sign = (milestoneId: string) =>
    bob.run(signReceipt, { conversationId: id, confirm: true, milestoneId });
  await reply(core, id);
  await sign("m1");
  expect((await view(alice, id)).terms).toMatchObject({
    // The whole has the date of its last step.
    ...{ deliverWithin: "P4D", dueAt: at(4 * DAY), stepDueAt: at(2 * DAY) },
    milestones: [{}, { dueAt: at(2 * DAY) }, { dueAt: at(4 * DAY) }],
  });
  for (const hours of [24, 19.2, 4.8]) await pass(core, hours * HOUR);
  const told = (await types(core, id)).filter((it) => it === "deadline.near");
  expect(told).toHaveLength(3);
  expect(await view(bob, id)).toMatchObject({
    ...{ state: "working", unread: true, nextStep: { by: at(2 * DAY) } },
    terms: { milestones: [{}, { overdue: true }, { state: "open" }] },
  });
  await reply(core, id);
  await sign("m2");
  await pass(core, 2 * DAY);
  expect(await view(bob, id)).toMatchObject({
    ...{ state: "canceled", stateCode: "deadline_missed" },
    payment: { released: { amount: "2.50" }, returned: { amount: "2.50" } },
  });
  await soundly(core);
});
