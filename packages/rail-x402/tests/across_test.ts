import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { compactVerify, createLocalJWKSet } from "jose";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { Across } from "./across.ts";
import { startAcross } from "./across.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";

setDefaultTimeout(30_000);

let anvil: Anvil;
let stage: Across;
beforeAll(async () => {
  anvil = await startAnvil();
  stage = await startAcross(anvil, 51_000);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await anvil[Symbol.asyncDispose]();
});

/** A request of Alice that Bob was paid for in advance; its ids at a and at b. */
async function held(more: object = {}) {
  const id = await stage.ask("5.00", more);
  await stage.settle();
  await stage.pay(id);
  await stage.goOn();
  const { conversation } = await stage.seen(id);
  expect(conversation.payment.status).toBe("held");
  return { id, there: conversation.participants[1].remote.taskId as string };
}

test("a priced request is paid across: shown as held and released only once the payer's own node says so", async () => {
  const { a, b, alice, bob, payer, payee } = stage;
  const id = await stage.ask();
  const waiting = (await stage.seen(id)).conversation;
  expect(waiting).toMatchObject({
    state: "auth-required",
    nextStep: { who: "them" },
  });
  expect(waiting.payment.requirements).toBeUndefined();
  await stage.settle();
  const asked = (await stage.seen(id)).conversation;
  expect(asked.nextStep.who).toBe("you");
  expect(asked).toMatchObject({ needsYou: true, section: "money" });
  expect(asked.payment.requirements.accepts).toMatchObject([
    { amount: "5000000", payTo: payee.address },
  ]);
  const there = asked.participants[1].remote.taskId;
  const inbox = await b.get(bob, "/v1/conversations?view=inbox");
  expect(JSON.stringify(inbox)).not.toContain(there);
  await stage.pay(id);
  await stage.settle();
  await stage.look(b);
  await anvil.finalise();
  await stage.look(b);
  await stage.settle();
  // The other service says that the work begins; this one's node has not looked yet.
  const early = (await stage.seen(id)).conversation;
  expect(early.payment).toMatchObject({
    status: "requires_payment",
    onItsWay: "hold",
  });
  await stage.goOn(5);
  const paid = (await stage.seen(id)).conversation;
  expect(paid).toMatchObject({
    state: "submitted",
    payment: { status: "held", settlements: [{ act: "hold", success: true }] },
  });
  expect(await anvil.tokens(payer.address)).toBe(35_000_000);
  await b.post(bob, `/v1/conversations/${there}/messages`, { text: "Yes." });
  await b.post(bob, `/v1/conversations/${there}/receipt`, { confirm: true });
  await stage.settle();
  // It says that it is done, and the escrow still holds the money.
  const told = await stage.seen(id);
  expect(told.messages.at(-1).text).toBe("Yes.");
  expect(told.conversation).toMatchObject({
    state: "working",
    participants: [{}, { remote: { state: "TASK_STATE_COMPLETED" } }],
    payment: { status: "held" },
  });
  // Its receipt is signed by its own key, and kept.
  const { receipt } = told.conversation.participants[1].remote;
  const keys = createLocalJWKSet({
    keys: [...b.service.services.signer.jwks.keys],
  });
  const { payload } = await compactVerify(receipt.jws, keys);
  expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
    ...{ receiptId: receipt.receiptId, conversationId: there },
    ...{ price: "5.00", signer: { address: "bob@b.example" } },
  });
  expect(told.conversation.payment.reclaim.text).toContain("take it back");
  await stage.goOn();
  const done = (await stage.seen(id)).conversation;
  expect(done).toMatchObject({
    state: "completed",
    payment: {
      status: "released",
      settlements: [{ act: "hold" }, { act: "capture", success: true }],
    },
  });
  expect(done.payment.onItsWay).toBeUndefined();
  expect(done.payment.reclaim).toBeUndefined();
  expect(await anvil.tokens(payee.address)).toBe(5_000_000);
  const totals = await a.get(alice, "/v1/payments/totals");
  expect(totals.usdc.paid.amount).toBe("5.00");
});

test("a price goes back when the payee declines, and when the payer cancels", async () => {
  const { b, bob, payer } = stage;
  const before = await anvil.tokens(payer.address);
  const declined = await held();
  await b.post(bob, `/v1/conversations/${declined.there}/decisions`, {
    ...{ decision: "decline", comment: "No time" },
  });
  await stage.settle();
  const told = (await stage.seen(declined.id)).conversation;
  expect(told).toMatchObject({
    state: "rejected",
    payment: { status: "voided", onItsWay: "void" },
  });
  const canceled = await held();
  await stage.cancel(canceled.id);
  await stage.goOn();
  for (const { id } of [declined, canceled]) {
    const { payment } = (await stage.seen(id)).conversation;
    expect(payment.status).toBe("voided");
    expect(payment.onItsWay).toBeUndefined();
    expect(payment.settlements).toMatchObject([
      { act: "hold" },
      { act: "void", success: true },
    ]);
  }
  expect(await anvil.tokens(payer.address)).toBe(before);
});

test("what the payee earned before it heard of a cancel is shown as paid, since the escrow says so", async () => {
  const { b, bob } = stage;
  const { id, there } = await held();
  await b.post(bob, `/v1/conversations/${there}/messages`, { text: "Yes." });
  await stage.cancel(id);
  await b.post(bob, `/v1/conversations/${there}/receipt`, { confirm: true });
  await stage.goOn();
  expect((await stage.seen(id)).conversation).toMatchObject({
    state: "canceled",
    payment: { status: "released" },
  });
});

test("terms that differ from the signed card, from this service's escrow or from its bounds end the request, and no wallet is asked", async () => {
  const { a } = stage;
  const model = await stage.ask();
  await stage.settle();
  const { payment } = (await stage.seen(model)).conversation;
  const [terms] = payment.requirements.accepts;
  const { extra } = terms;
  const other = `0x${"ee".repeat(20)}`;
  const wrong = {
    payout: { ...terms, payTo: other },
    operator: { ...terms, extra: { ...extra, captureAuthorizer: other } },
    escrow: { ...terms, extra: { ...extra, authCaptureEscrow: other } },
    token: { ...terms, asset: other },
    network: { ...terms, network: "eip155:1" },
    amount: { ...terms, amount: "4999999" },
    deadline: { ...terms, extra: { ...extra, captureDeadline: 4e9 } },
    fee: { ...terms, extra: { ...extra, maxFeeBps: 9_000 } },
    timeout: { ...terms, maxTimeoutSeconds: 1_000_000 },
  };
  for (const [term, accepted] of Object.entries(wrong)) {
    const id = await stage.ask();
    expect(await stage.offer(id, accepted)).toBe("taken");
    expect((await stage.seen(id)).conversation).toMatchObject({
      state: "failed",
      stateCode: "terms_refused",
      payment: { status: "voided" },
    });
    const { alice } = stage;
    const { records } = await a.get(alice, `/v1/conversations/${id}/audit`);
    expect(
      records.find(
        ({ type }: { type: string }) => type === "payment.terms_refused",
      ).refs,
    ).toEqual({ term });
  }
  await stage.settle();
});

test("a payee who charges more than was offered is paid that, once its payer agrees", async () => {
  const { b, bob } = stage;
  const prices = [{ contactType: "everyone", price: "3.00" }];
  const { token } = await b.service.addSession(bob);
  const profile = { method: "PUT", token, json: { prices } };
  const set = await b.service.fetch("/v1/profile", profile);
  expect([set.status, await set.text()]).toEqual([200, expect.anything()]);
  const id = await stage.ask("1.00");
  await stage.settle();
  const { payment } = (await stage.seen(id)).conversation;
  expect(payment.requirements).toMatchObject({
    reason: "below_recipient_price",
    price: { amount: "3.00" },
  });
  await stage.pay(id);
  await stage.goOn();
  expect((await stage.seen(id)).conversation).toMatchObject({
    state: "submitted",
    payment: { status: "held", price: { amount: "3.00" } },
  });
  await stage.cancel(id);
  await stage.goOn();
  // Without an offer the price is asked for all the same, and the payee sees nothing before.
  const free = await stage.ask("0", { text: "A question for nothing" });
  await stage.settle();
  expect((await stage.seen(free)).conversation).toMatchObject({
    ...{ state: "auth-required", needsYou: true },
    payment: { requirements: { price: { amount: "3.00" } } },
  });
  await stage.pay(free);
  await stage.goOn();
  const paid = await stage.seen(free);
  expect(paid.messages).toHaveLength(1);
  expect(paid.conversation).toMatchObject({
    state: "submitted",
    payment: { status: "held", price: { amount: "3.00" } },
  });
  const { taskId } = paid.conversation.participants[1].remote;
  await b.post(bob, `/v1/conversations/${taskId}/messages`, { text: "Yes." });
  await b.post(bob, `/v1/conversations/${taskId}/receipt`, { confirm: true });
  await stage.goOn();
  expect((await stage.seen(free)).conversation).toMatchObject({
    state: "completed",
    payment: { status: "released" },
  });
});

test("a signature that is sent again pays once, here and there", async () => {
  const { a, b, alice, payer } = stage;
  const before = await anvil.tokens(payer.address);
  const id = await stage.ask("4.00");
  await stage.settle();
  const payment = await stage.pay(id);
  const fund = { method: "POST", token: alice.token, json: { payment } };
  const path = `/v1/conversations/${id}/fund`;
  expect((await a.service.fetch(path, fund)).status).toBe(409);
  // A delivery whose answer was lost leaves again, and is one payment there.
  await stage.again(id, payment);
  await stage.goOn();
  await stage.again(id, payment);
  await stage.goOn();
  expect((await stage.seen(id)).conversation.payment.status).toBe("held");
  expect(await anvil.tokens(payer.address)).toBe(before - 4_000_000);
  const holds = await b.service.services.db.orm.values(
    sql`select count(*) from chain_intents where act = 'hold' and amount = 4000000`,
  );
  expect(holds).toEqual([[1]]);
  await stage.cancel(id);
  await stage.goOn();
});

test("everything that is stored on both sides is what was recorded, and what the escrow says", async () => {
  for (const { service } of [stage.a, stage.b]) {
    const { ok, faults } = await service.operate(verifyAudit, {});
    expect(faults).toEqual([]);
    expect(ok).toBe(true);
  }
});

test("a payer whose payee's service has vanished takes the money back alone, and the record says so", async () => {
  const { a, payer } = stage;
  const before = await anvil.tokens(payer.address);
  const { id } = await held();
  const { reclaim } = (await stage.seen(id)).conversation.payment;
  const early = await anvil.sendAs(payer.address, reclaim.to, reclaim.data);
  expect(early).toBe(false);
  const waitMs = Date.parse(reclaim.at) - a.service.clock() + 1_000;
  a.service.clock.advance(waitMs);
  await anvil.request("evm_increaseTime", [Math.ceil(waitMs / 1_000) + 3_600]);
  await sweepDue(a.service.services);
  expect((await stage.seen(id)).conversation).toMatchObject({
    state: "canceled",
    stateCode: "hold_expired",
    payment: { status: "voided", onItsWay: "void", reclaim },
  });
  expect(await anvil.sendAs(payer.address, reclaim.to, reclaim.data)).toBe(
    true,
  );
  for (let look = 0; look < 3; look++) {
    await anvil.finalise();
    await stage.look(a);
  }
  const { payment } = (await stage.seen(id)).conversation;
  expect(payment.onItsWay).toBeUndefined();
  expect(payment.settlements).toMatchObject([{ act: "hold" }, { act: "void" }]);
  expect(await anvil.tokens(payer.address)).toBe(before);
});
