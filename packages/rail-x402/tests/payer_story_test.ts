import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { DAY_MS, showTime } from "../../../src/core/base/time.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { acceptProposal } from "../../../src/core/operations/accept_proposal.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { proposeTerms } from "../../../src/core/operations/propose_terms.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import type { Actor } from "../../../tests/core/core_harness.ts";
import { actorOf, view } from "../../../tests/core/core_harness.ts";
import { cancel, paid, say } from "../../../tests/core/payments/flows.ts";
import { chainPass } from "../src/chain_pass.ts";
import type { ChainRequest } from "../src/node/rpc.ts";
import { ChainRefusal } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { wallet } from "./stage.ts";
import type { OnChain } from "./story.ts";
import { expectRight, fund, railOver, signFor, startOnChain } from "./story.ts";

let anvil: Anvil;
let seed = 13_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

async function start() {
  seed += 10;
  return await startOnChain(anvil, seed);
}

test("a signature is good for one hold: not for another that asks for the same, nor again once the chain refused it", async () => {
  const stage = await start();
  await using _core = stage;
  const alice = stage.alice.asPerson();
  const [one, other] = [
    await paid(stage, { price: "15" }),
    await paid(stage, { price: "15" }),
  ];
  const payment = await signFor(stage, one);
  expect((await signFor(stage, other)).accepted).toEqual(payment.accepted);
  await alice.run(fundConversation, { conversationId: one, payment });
  const used = {
    ...{ code: "payment_invalid", extra: { reason: "authorization_used" } },
  };
  const again = { conversationId: other, payment };
  expect(await alice.refused(fundConversation, again)).toMatchObject(used);
  // Both are covered before either is sent.
  const late = await signFor(stage, other);
  const input = { conversationId: other, payment: late };
  await alice.run(fundConversation, input);
  await stage.settle();
  await anvil.mint(stage.payer.address, 15_000_000);
  expect(await alice.refused(fundConversation, input)).toMatchObject(used);
  await fund(stage, other);
  await stage.settle();
  expect(await view(alice, other)).toMatchObject({ state: "submitted" });
  await expectRight(stage, other);
});

/** Alice, for whom the node of the chain answers otherwise. */
function aliceOver({ services, alice }: OnChain, chain: ChainRequest): Actor {
  const outside = { ...services.outside, chain: railOver(chain) };
  return actorOf({ ...services, outside }, alice).asPerson();
}

test("a node that does not answer keeps nobody from acting on the conversation meanwhile", async () => {
  const stage = await start();
  await using _core = stage;
  const id = await paid(stage);
  const payment = await signFor(stage, id);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow = aliceOver(stage, async (method, params) => {
    asked.resolve();
    await answer.promise;
    return await anvil.request(method, params);
  });
  const input = { conversationId: id, payment };
  const funded = slow.refused(fundConversation, input);
  await asked.promise;
  await cancel(stage.alice, id);
  answer.resolve();
  expect((await funded).code).toBe("conversation_closed");
  expect(await stage.rows("select count(*) from chain_intents")).toEqual([[0]]);
});

test("so little that a hold costs more than it moves is refused where it is named: in a request, a raise and a profile", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, bob } = stage;
  const refusal = {
    code: "invalid_price",
    message: expect.stringContaining("below 0.01 USDC, the minimum"),
  };
  const dust = { to: bob.address, price: "0.009999", text: "hello" };
  const person = alice.asPerson();
  expect(await person.refused(createConversation, dust)).toMatchObject(refusal);
  const profile = {
    prices: [{ contactType: "everyone" as const, price: "0.009999" }],
  };
  const owner = bob.asPerson();
  expect(await owner.refused(updateProfile, profile)).toMatchObject(refusal);
  const id = await paid(stage, { price: "0.01" });
  await fund(stage, id);
  await stage.settle();
  await say(bob, id);
  const raise = { conversationId: id, price: "0.019999" };
  expect(await bob.refused(raisePrice, raise)).toMatchObject(refusal);
  await bob.run(raisePrice, { ...raise, price: "0.02" });
});

test("so little that was written down before is refused when it is submitted: an older draft, and an older price of the recipient", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, bob, services } = stage;
  const refusal = {
    code: "invalid_price",
    message: expect.stringContaining("below 0.01 USDC, the minimum"),
  };
  const person = alice.asPerson();
  const request = { to: bob.address, text: "hello" };
  const draft = await person.run(createConversation, {
    ...{ ...request, price: "0.01", submit: false },
  });
  const { conversationId } = draft.conversation;
  const args = [conversationId];
  // One version further, so that no kept copy of it is read.
  await services.db.commit([
    {
      sql: "update conversations set price = 9999, version = version + 1 where id = ?",
      args,
    },
    {
      sql: "update participants set version = version + 1 where conversation_id = ?",
      args,
    },
  ]);
  const submitted = { conversationId };
  expect(await person.refused(submitDraft, submitted)).toMatchObject(refusal);
  expect((await view(person, conversationId)).state).toBe("draft");
  // Bob asked for it while the service held test money alone.
  const settings = { ...services.settings, rails: ["ledger"] as const };
  await actorOf({ ...services, settings }, bob)
    .asPerson()
    .run(updateProfile, {
      prices: [{ contactType: "everyone", price: "0.009999" }],
    });
  const free = { ...request, submit: true };
  expect(await person.refused(createConversation, free)).toMatchObject(refusal);
  const paid = { ...free, price: "0.01" };
  const { conversation } = await person.run(createConversation, paid);
  await fund(stage, conversation.conversationId);
});

test("one payer has a bounded number of holds on their way, and goes on once one of them is held", async () => {
  const stage = await start();
  await using _core = stage;
  const ids: string[] = [];
  for (let at = 0; at <= LIMITS.chainHoldsOfPayerMax; at++) {
    ids.push(await paid(stage, { price: "0.01" }));
  }
  const last = ids.pop() ?? "";
  for (const id of ids) await fund(stage, id);
  const payment = await signFor(stage, last);
  const input = { conversationId: last, payment };
  const alice = stage.alice.asPerson();
  expect(await alice.refused(fundConversation, input)).toMatchObject({
    code: "quota_exceeded",
    message: expect.stringContaining("20 payments of this account"),
  });
  await stage.settle();
  await fund(stage, last);
  await stage.settle();
  await expectRight(stage, last);
});

const BALANCE_OF = "0x70a08231";

test("what a node says of a balance takes nothing from anybody: too much, too little, nonsense and a refusal", async () => {
  const stage = await start();
  await using _core = stage;
  const id = await paid(stage);
  const poor = await signFor(stage, id, wallet(seed + 5));
  const rich = await signFor(stage, id);
  const busy = () => {
    throw new ChainRefusal(
      "too many requests of project 0123456789",
      undefined,
    );
  };
  const lies = [
    [poor, () => `0x${"f".repeat(64)}`, "payment_invalid", "exceeds balance"],
    [rich, () => `0x${"0".repeat(64)}`, "payment_invalid", "has 0.00 USDC"],
    [rich, () => "0x", "unavailable", "isn't responding"],
    [rich, () => "0x00", "unavailable", "isn't responding"],
    [rich, busy, "unavailable", "isn't responding"],
  ] as const;
  for (const [payment, says, code, words] of lies) {
    const alice = aliceOver(stage, async (method, params) => {
      const isIts = JSON.stringify(params).includes(BALANCE_OF);
      return isIts ? says() : await anvil.request(method, params);
    });
    const input = { conversationId: id, payment };
    const refused = await alice.refused(fundConversation, input);
    expect([refused.code, refused.message]).toEqual([
      code,
      expect.stringContaining(words),
    ]);
  }
  expect(await stage.rows("select count(*) from chain_intents")).toEqual([[0]]);
  await stage.alice.asPerson().run(fundConversation, {
    ...{ conversationId: id, payment: rich },
  });
});

test("who cancels before the service has noticed that the chain refused the payment has canceled", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, desk } = stage;
  const id = await paid(stage, { price: "15" });
  await fund(stage, await paid(stage, { price: "15" }));
  await fund(stage, id);
  for (let passes = 0; passes < 3; passes++) {
    await chainPass(desk);
    await anvil.finalise();
  }
  const [[refused] = []] = await stage.rows(
    "select count(*) from chain_intents where state = 'refused'",
  );
  expect(refused).toBe(1);
  await cancel(alice, id);
  await stage.settle();
  const { payment, state } = await view(alice.asPerson(), id);
  expect([state, payment.status]).toEqual(["canceled", "voided"]);
  expect(payment).not.toHaveProperty("onItsWay");
  // Nothing was taken, so that nothing came back.
  expect(payment.settlements).toMatchObject([{ act: "hold", success: false }]);
  await expectRight(stage, id);
});

/** A price of 5.00 that is held, to which its payee asks 3.00 more after some days. */
async function startRaised(days: number) {
  const stage = await start();
  const { bob } = stage;
  const id = await paid(stage);
  await fund(stage, id);
  await stage.settle();
  await say(bob, id);
  stage.advance(days * DAY_MS);
  await bob.run(raisePrice, { conversationId: id, price: "8" });
  return { stage, id };
}

test("what a higher price costs more is not taken after the end of the hold", async () => {
  const { stage, id } = await startRaised(6.9);
  await using _core = stage;
  stage.advance(0.2 * DAY_MS);
  const payment = await signFor(stage, id);
  const refused = await stage.alice.asPerson().refused(fundConversation, {
    ...{ conversationId: id, payment },
  });
  expect(refused.code).toBe("hold_expired");
  expect(await stage.rows("select count(*) from chain_intents")).toEqual([[1]]);
});

test("a higher price that is on its way at the end of the hold goes back with what was held", async () => {
  const { stage, id } = await startRaised(0);
  await using _core = stage;
  const alice = stage.alice.asPerson();
  await fund(stage, id);
  const { holdDaysDefault, holdExtensionDays } = LIMITS;
  // A payment earned in time is held once longer.
  for (const days of [holdDaysDefault, holdExtensionDays]) {
    stage.advance(days * DAY_MS + 1);
    await sweepDue(stage.services);
  }
  expect(await view(alice, id)).toMatchObject({
    ...{ state: "canceled", stateCode: "hold_expired" },
    payment: { status: "voided", onItsWay: "void" },
  });
  await stage.settle();
  const { payment } = await view(alice, id);
  expect(payment).not.toHaveProperty("onItsWay");
  expect(await anvil.tokens(stage.payer.address)).toBe(20_000_000);
  await expectRight(stage, id);
});

test("a price that the payee proposes is signed for by the wallet, once the sender accepts it, and no other", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, bob } = stage;
  const id = await paid(stage, { price: "0" });
  const at = { conversationId: id };
  const validUntil = showTime(stage.services.clock() + DAY_MS);
  const terms = { price: "3", validUntil };
  const { proposal } = await bob.run(proposeTerms, { ...at, ...terms });
  const { proposalId } = proposal;
  const person = alice.asPerson();
  const agreed = await person.run(acceptProposal, { ...at, proposalId });
  expect(agreed).toMatchObject({
    state: "auth-required",
    payment: { requirements: { accepts: [{ amount: "3000000" }] } },
  });
  const signed = await signFor(stage, id);
  const more = { ...terms, price: "4" };
  const { proposal: dearer } = await bob.run(proposeTerms, { ...at, ...more });
  await person.run(acceptProposal, { ...at, proposalId: dearer.proposalId });
  const stale = { ...at, payment: signed };
  expect((await person.refused(fundConversation, stale)).code).toBe(
    "payment_invalid",
  );
  await fund(stage, id);
  const paying = await bob.refused(proposeTerms, { ...at, ...terms });
  expect(paying.code).toBe("payment_pending");
  await stage.settle();
  expect(await view(person, id)).toMatchObject({
    state: "working",
    payment: { status: "held", price: { amount: "4.00" } },
    terms: { agreedId: dearer.proposalId },
  });
  await expectRight(stage, id);
});
