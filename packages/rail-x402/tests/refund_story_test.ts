import { afterAll, beforeAll, expect, test } from "bun:test";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { HOUR_MS } from "../../../src/core/base/time.ts";
import { SettlementsSchema } from "../../../src/core/conversations/model/record_schemas.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { requestRefund } from "../../../src/core/operations/request_refund.ts";
import type { RefundRequirements } from "../../../src/core/payments/terms/requirements.ts";
import { view } from "../../../tests/core/core_harness.ts";
import { paid, say, sign } from "../../../tests/core/payments/flows.ts";
import { typesIn } from "../../../tests/core/payments/money_story.ts";
import { authorizationDigest } from "../src/authorization.ts";
import { transferCall } from "../src/refund/transfer_calls.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil, TOKEN } from "./anvil.ts";
import { dying } from "./dying.ts";
import { PLACE, wallet } from "./stage.ts";
import { expectRight, fund, startOnChain, untilDead } from "./story.ts";

let anvil: Anvil;
let seed = 9_500;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

async function start() {
  seed += 10;
  return await startOnChain(anvil, seed);
}

/** A price of 5.00 that was released to bob. */
async function startReleased() {
  const stage = await start();
  const id = await paid(stage, { price: "5" });
  await fund(stage, id);
  await stage.settle();
  await say(stage.bob, id);
  await sign(stage.bob.asPerson(), id);
  await stage.settle();
  const asked = await stage.bob
    .asPerson()
    .refused(refundPayment, { conversationId: id, amount: "2" });
  const accepted = asked.extra?.accepts as readonly RefundRequirements[];
  const [requirements] = accepted;
  if (!requirements) throw new Error("Nothing is asked of a wallet");
  return { stage, id, requirements };
}

/** The official client's signed payload for a refund. */
async function signedBack(
  by: ReturnType<typeof wallet>,
  accepted: RefundRequirements,
) {
  const scheme = new ExactEvmScheme(by.account);
  const { payload } = await scheme.createPaymentPayload(2, accepted);
  return { x402Version: 2, accepted, payload };
}

test("what the payer asks back the payee's wallet signs, and it counts once it is final", async () => {
  const { stage, id, requirements } = await startReleased();
  await using _core = stage;
  const { alice, bob, payer, payee } = stage;
  expect(requirements).toMatchObject({
    ...{ scheme: "exact", amount: "2000000", payTo: payer.address },
  });
  const ask = { conversationId: id, amount: "2", reason: "half of it" };
  await alice.asPerson().run(requestRefund, ask);
  const { checkpoints } = await view(bob.asPerson(), id);
  const said = checkpoints.find(({ status }) => status === "open");
  expect(said?.summary).toContain("sign with your wallet");
  const payment = await signedBack(payee, requirements);
  const input = { conversationId: id, amount: "2", payment };
  const given = await bob.asPerson().run(refundPayment, input);
  expect(given.payment).toMatchObject({
    ...{ status: "released", pendingSince: expect.any(String) },
  });
  const again = await bob.asPerson().refused(refundPayment, input);
  expect(again.code).toBe("payment_pending");
  await stage.settle();
  expect(await anvil.tokens(payer.address)).toBe(17_000_000);
  expect(await anvil.tokens(payee.address)).toBe(3_000_000);
  const seen = await view(alice.asPerson(), id);
  expect(seen.payment).toMatchObject({
    ...{ status: "released", refunded: { amount: "2.00" } },
    refundRequest: { outcome: "approved" },
  });
  expect(seen.payment).not.toHaveProperty("pendingSince");
  // The same signature gives nothing a second time.
  const replayed = await bob.asPerson().refused(refundPayment, input);
  expect(replayed.extra).toMatchObject({ reason: "authorization_used" });
  const less = await bob
    .asPerson()
    .refused(refundPayment, { ...input, amount: "1" });
  expect(less.extra).toMatchObject({ reason: "invalid_payment_requirements" });
  await expectRight(stage, id);
});

test("wallets sign so many movements of a payment and no more, so that each of them is read and told", async () => {
  const { stage, id, requirements } = await startReleased();
  await using _core = stage;
  const { bob, payee } = stage;
  const more = LIMITS.chainSignedOfPaymentMax - 2;
  await stage.services.db.commit([
    {
      sql: "with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ?) insert into chain_intents (id, key, act, conversation_id, payment_id, amount, state, created_at) select id || n, key || n, 'refund', conversation_id, payment_id, 1, 'refused', created_at from chain_intents, copies where act = 'hold'",
      args: [more],
    },
  ]);
  await stage.settle();
  const payment = await signedBack(payee, requirements);
  const input = { conversationId: id, amount: "2", payment };
  const given = await bob.asPerson().run(refundPayment, input);
  expect(given.payment.pendingSince).toBeString();
  await stage.settle();
  const refused = await bob.asPerson().refused(refundPayment, input);
  expect(refused.code).toBe("quota_exceeded");
  const { payment: told } = await view(bob, id);
  expect(told.settlements).toHaveLength(LIMITS.chainSignedOfPaymentMax + 1);
  expect(SettlementsSchema).toMatchObject({
    maxItems: LIMITS.chainSignedOfPaymentMax + 3,
  });
});

test("a refund is given by the payee alone, once, to the wallet that paid and from one that has it", async () => {
  const { stage, id, requirements } = await startReleased();
  await using _core = stage;
  const { alice, carol, payer, payee } = stage;
  const bob = stage.bob.asPerson();
  const input = { conversationId: id, amount: "2" };
  const reasonOf = async (payment: object) => {
    const refused = await bob.refused(refundPayment, { ...input, payment });
    return [refused.code, refused.extra.reason];
  };
  const poor = await signedBack(wallet(seed + 7), requirements);
  expect(await reasonOf(poor)).toEqual([
    ...["payment_invalid", "insufficient_funds"],
  ]);
  const elsewhere = { ...requirements, payTo: payee.address };
  const toOther = await signedBack(payee, elsewhere);
  expect(await reasonOf(toOther)).toEqual([
    ...["payment_invalid", "invalid_payment_requirements"],
  ]);
  expect(await reasonOf({ ...toOther, accepted: requirements })).toEqual([
    ...["payment_invalid", "invalid_payload"],
  ]);
  expect(await reasonOf(await signedBack(payer, requirements))).toEqual([
    ...["payment_invalid", "invalid_payload"],
  ]);
  const payment = await signedBack(payee, requirements);
  const good = { ...input, payment };
  const byPayer = await alice.asPerson().refused(refundPayment, good);
  expect(byPayer.code).toBe("not_payee");
  const byStranger = await carol.asPerson().refused(refundPayment, good);
  expect(byStranger.code).toBe("conversation_not_found");
  const both = await Promise.allSettled([
    bob.run(refundPayment, good),
    bob.run(refundPayment, good),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([
    ...["fulfilled", "rejected"],
  ] as never);
  const has = await anvil.tokens(payer.address);
  await stage.settle();
  expect(await anvil.tokens(payer.address)).toBe(has + 2_000_000);
  expect(await reasonOf(payment)).toEqual([
    ...["payment_invalid", "authorization_used"],
  ]);
  await expectRight(stage, id);
});

/** Alice asks for 2.00 back, bob's wallet signs it, and the time to answer is over. */
async function startLate() {
  const { stage, id, requirements } = await startReleased();
  const { alice, bob, payee } = stage;
  const asked = { conversationId: id, amount: "2" };
  await alice.asPerson().run(requestRefund, asked);
  const payment = await signedBack(payee, requirements);
  await bob.asPerson().run(refundPayment, { ...asked, payment });
  stage.advance(LIMITS.refundRequestHours * HOUR_MS + 1);
  await sweepDue(stage.services);
  const { payment: seen } = await view(alice.asPerson(), id);
  expect(seen.refundRequest).toMatchObject({ outcome: "open" });
  return { stage, id };
}

test("a request for a refund does not expire while the transfer is on its way, and is answered by it", async () => {
  const { stage, id } = await startLate();
  await using _core = stage;
  await stage.settle();
  await sweepDue(stage.services);
  const { payment } = await view(stage.alice.asPerson(), id);
  expect(payment).toMatchObject({
    refunded: { amount: "2.00" },
    refundRequest: { outcome: "approved" },
  });
  expect(await typesIn(stage, id)).not.toContain("payment.refund_refused");
  await expectRight(stage, id);
});

test("a request for a refund whose time is over expires once the chain has refused the transfer", async () => {
  const { stage, id } = await startLate();
  await using _core = stage;
  const { payee, alice } = stage;
  // The payee spends the money that would be given back.
  const [to, all] = [wallet(seed + 8).address.slice(2), 5_000_000];
  const spend = `0xa9059cbb${to.padStart(64, "0")}${all.toString(16).padStart(64, "0")}`;
  await anvil.sendAs(payee.address, TOKEN, spend as Hex);
  await stage.settle();
  await sweepDue(stage.services);
  const { payment } = await view(alice.asPerson(), id);
  expect(payment).toMatchObject({ refundRequest: { outcome: "expired" } });
  expect(payment).not.toHaveProperty("refunded");
  expect(payment).not.toHaveProperty("pendingSince");
  await expectRight(stage, id);
});

test("who signs a refund and then uses the signature for themselves has given nothing back", async () => {
  const { stage, id, requirements } = await startReleased();
  await using _core = stage;
  const { bob, payer, payee } = stage;
  const own = await signedBack(payer, requirements);
  const input = { conversationId: id, amount: "2" };
  const refused = await bob
    .asPerson()
    .refused(refundPayment, { ...input, payment: own });
  expect(refused.message).toContain("from is the wallet being refunded");
  const payment = await signedBack(payee, requirements);
  await bob.asPerson().run(refundPayment, { ...input, payment });
  // The same nonce, to another wallet, and the amount to the payer in the same block.
  const { authorization } = payment.payload as {
    readonly authorization: {
      readonly nonce: Hex;
      readonly validBefore: string;
    };
  };
  const other = wallet(seed + 7);
  const elsewhere = {
    ...{ from: payee.address, to: other.address, value: 2_000_000 },
    ...{ validAfter: 0, validBefore: Number(authorization.validBefore) },
    nonce: authorization.nonce,
  };
  const signature = await payee.account.sign({
    hash: authorizationDigest(PLACE, elsewhere, "transfer"),
  });
  const stolen = transferCall(elsewhere, signature);
  expect(await anvil.sendAs(other.address, TOKEN, stolen)).toBe(true);
  await stage.settle();
  await stage.look();
  expect(await anvil.tokens(payer.address)).toBe(15_000_000);
  const seen = await view(bob, id);
  expect(seen.payment).not.toHaveProperty("refunded");
  expect(seen.payment).not.toHaveProperty("pendingSince");
  expect(await typesIn(stage, id)).toContain("payment.refund_failed");
  await expectRight(stage, id);
});

test("a refund that somebody else sent first is the payer's all the same, and counts", async () => {
  const { stage, id, requirements } = await startReleased();
  await using _core = stage;
  const { bob, payer, payee } = stage;
  const payment = await signedBack(payee, requirements);
  const input = { conversationId: id, amount: "2", payment };
  await bob.asPerson().run(refundPayment, input);
  const [row] = await stage.rows("select terms, signature from chain_refunds");
  const signed = transferCall(JSON.parse(String(row?.[0])), row?.[1] as Hex);
  expect(await anvil.sendAs(wallet(1).address, TOKEN, signed)).toBe(true);
  await stage.settle();
  expect(await anvil.tokens(payer.address)).toBe(17_000_000);
  expect((await view(bob, id)).payment).toMatchObject({
    refunded: { amount: "2.00" },
  });
  await expectRight(stage, id);
});

test("a process that dies at any effect of a refund gives it back once", async () => {
  const { stage, id, requirements } = await startReleased();
  await using _core = stage;
  const { services, desk, bob, payer, payee } = stage;
  const small = { ...requirements, amount: "10000" };
  let given = 0;
  let killed = 0;
  for (let at = 1; at <= 8; at++) {
    const payment = await signedBack(payee, small);
    const input = { conversationId: id, amount: "0.01", payment };
    await bob.asPerson().run(refundPayment, input);
    given += 1;
    const when = at % 2 === 0 ? "before" : "after";
    const { mortal } = dying(desk, at, when);
    const mortals = { ...services, db: mortal.db };
    if (await untilDead(stage, mortal, mortals)) killed += 1;
    await stage.settle();
    await stage.look();
    expect(await anvil.tokens(payer.address)).toBe(15_000_000 + given * 10_000);
    expect((await view(bob, id)).payment).toMatchObject({
      refunded: { amountAtomic: String(given * 10_000) },
    });
  }
  expect(killed).toBeGreaterThan(4);
  await expectRight(stage, id);
});
