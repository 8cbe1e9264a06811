import { afterAll, beforeAll, expect, test } from "bun:test";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { OPERATOR as TERMINAL } from "../../../../src/core/access/principal.ts";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { keepChain } from "../../../../src/core/loops/chain_keeper.ts";
import { fundConversation } from "../../../../src/core/operations/fund_conversation.ts";
import { refundPayment } from "../../../../src/core/operations/refund_payment.ts";
import { requestRefund } from "../../../../src/core/operations/request_refund.ts";
import { saveContact } from "../../../../src/core/operations/save_contact.ts";
import { verifyAudit } from "../../../../src/core/operations/verify_audit.ts";
import { authorizationDigest } from "../../../../src/core/payments/chain/authorization.ts";
import type { ChainDesk } from "../../../../src/core/payments/chain/chain_place.ts";
import { chainRail } from "../../../../src/core/payments/chain/chain_rail.ts";
import type { RefundRequirements } from "../../../../src/core/payments/chain/refund/read_refund.ts";
import { transferCall } from "../../../../src/core/payments/chain/refund/transfer_calls.ts";
import { queryCall } from "../../../../src/core/pipeline/query_call.ts";
import { send, view } from "../../core_harness.ts";
import { cancel, paid, say, sign } from "../flows.ts";
import { typesIn } from "../money_story.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil, TOKEN } from "./anvil.ts";
import { dying, Killed } from "./dying.ts";
import { PLACE, wallet } from "./stage.ts";
import type { OnChain } from "./story.ts";
import { signFor, startOnChain } from "./story.ts";

let anvil: Anvil;
let seed = 9_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

async function start() {
  seed += 10;
  return await startOnChain(anvil, seed);
}

async function fund(stage: OnChain, conversationId: string) {
  const payment = await signFor(stage, conversationId);
  return await stage.alice.asPerson().run(fundConversation, {
    ...{ conversationId, payment },
  });
}

const LOOKS_MAX = 12;

/** More than a funding has, looks that find nothing included. */
const EFFECTS = 12;

/** Looks at the chain until the process dies or nothing is left to do; true if it died. */
async function untilDead(
  { advance }: OnChain,
  desk: ChainDesk,
  services: OnChain["services"],
): Promise<boolean> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    try {
      advance(LIMITS.chainPassMs);
      await keepChain(services, desk);
    } catch (error) {
      if (error instanceof Killed) return true;
      throw error;
    }
    await anvil.finalise();
  }
  return false;
}

/** No row, no record and no balance of the escrow says something else. */
async function expectRight({ services, desk, run }: OnChain, id: string) {
  const call = queryCall(services, {
    ...{ principal: TERMINAL, via: "cli", requestId: "test" },
  });
  expect(await chainRail(desk).reconcile(call)).toEqual([]);
  expect(await run(verifyAudit, { conversationId: id })).toMatchObject({
    ok: true,
  });
}

test("a price on a chain is asked for, paid by a wallet, delivered once it is final, and released", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, bob, payer, payee } = stage;
  const id = await paid(stage, { price: "5" });
  const asked = await view(alice.asPerson(), id);
  expect(asked).toMatchObject({
    state: "auth-required",
    payment: {
      ...{ status: "requires_payment", rail: "x402" },
      requirements: {
        reason: "payment_required",
        accepts: [
          {
            ...{ scheme: "auth-capture", network: "eip155:84532" },
            ...{ amount: "5000000", payTo: payee.address },
          },
        ],
      },
    },
  });
  expect(asked.payment).not.toHaveProperty("label");
  const funded = await fund(stage, id);
  expect(funded).toMatchObject({
    state: "auth-required",
    payment: { status: "requires_payment", pendingSince: expect.any(String) },
  });
  // In a block that may be undone: nobody else knows of it.
  await stage.look();
  await stage.look();
  expect(await anvil.tokens(payer.address)).toBe(15_000_000);
  expect(
    (await bob.refused(fundConversation, { conversationId: id })).code,
  ).toBe("conversation_not_found");
  await stage.settle();
  expect(await view(bob, id)).toMatchObject({
    ...{ state: "submitted", unread: true },
    payment: { ...{ status: "held", rail: "x402" } },
  });
  await say(bob, id);
  await sign(bob.asPerson(), id);
  await stage.settle();
  expect(await anvil.tokens(payee.address)).toBe(5_000_000);
  expect(await view(alice.asPerson(), id)).toMatchObject({
    payment: { status: "released" },
  });
  await expectRight(stage, id);
});

test("what another wallet, another price or nobody signed is refused, and nothing is sent", async () => {
  const stage = await start();
  await using _core = stage;
  const alice = stage.alice.asPerson();
  const id = await paid(stage);
  const tried = async (payment: unknown) =>
    (await alice.refused(fundConversation, {
      conversationId: id,
      ...(payment !== undefined && { payment }),
    })) as { readonly code: string; readonly message: string };
  expect((await tried(undefined)).code).toBe("payment_required");
  expect((await tried({})).code).toBe("payment_invalid");
  const signed = await signFor(stage, id);
  const less = { ...signed.accepted, amount: "1" };
  expect((await tried({ ...signed, accepted: less })).code).toBe(
    "payment_invalid",
  );
  const poor = await signFor(stage, id, wallet(seed + 5));
  expect((await tried(poor)).message).toContain("has 0");
  expect(await stage.rows("select count(*) from chain_intents")).toEqual([[0]]);
});

test("a payment that is on its way is not made twice, and goes back if the sender cancels", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, bob, payer } = stage;
  const id = await paid(stage);
  const payment = await signFor(stage, id);
  const input = { conversationId: id, payment };
  await alice.asPerson().run(fundConversation, input);
  const again = await alice.asPerson().refused(fundConversation, input);
  expect(again.code).toBe("payment_pending");
  await stage.look();
  await cancel(alice, id);
  await stage.settle();
  expect(await anvil.tokens(payer.address)).toBe(20_000_000);
  expect(await view(alice.asPerson(), id)).toMatchObject({
    ...{ state: "canceled", payment: { status: "voided" } },
  });
  expect((await bob.refused(fundConversation, input)).code).toBe(
    "conversation_not_found",
  );
  await expectRight(stage, id);
});

test("a hold that the chain refuses is asked for again", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, payer } = stage;
  const [one, other] = [
    await paid(stage, { price: "15" }),
    await paid(stage, { price: "15" }),
  ];
  await fund(stage, one);
  // Both are covered before either is sent.
  await fund(stage, other);
  await stage.settle();
  expect(await view(alice.asPerson(), one)).toMatchObject({
    state: "submitted",
  });
  const asked = await view(alice.asPerson(), other);
  expect(asked).toMatchObject({
    ...{ state: "auth-required", payment: { status: "requires_payment" } },
  });
  expect(asked.payment).not.toHaveProperty("pendingSince");
  await anvil.mint(payer.address, 15_000_000);
  await fund(stage, other);
  await stage.settle();
  expect(await view(alice.asPerson(), other)).toMatchObject({
    state: "submitted",
  });
  await expectRight(stage, other);
});

test("what is denied by the time that it is paid is not delivered, and goes back", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, bob, payer } = stage;
  const known = { address: alice.address, contactType: "everyone" } as const;
  await bob.asPerson().run(saveContact, known);
  const id = await paid(stage);
  await fund(stage, id);
  await bob
    .asPerson()
    .run(saveContact, { address: alice.address, blocked: true });
  await stage.settle();
  expect(await view(alice.asPerson(), id)).toMatchObject({
    ...{ state: "failed", payment: { status: "voided" } },
  });
  expect(await anvil.tokens(payer.address)).toBe(20_000_000);
  await expectRight(stage, id);
});

test("a process that dies at any effect of a funding neither takes it twice nor delivers twice", async () => {
  const stage = await start();
  await using _core = stage;
  const { services, desk, bob, payer } = stage;
  let funded = 0;
  let killed = 0;
  for (const when of ["before", "after"] as const) {
    for (let at = 1; at <= EFFECTS; at++) {
      const id = await paid(stage, { price: "0.01" });
      await fund(stage, id);
      funded += 1;
      const { mortal } = dying(desk, at, when);
      const isDead = await untilDead(stage, mortal, {
        ...services,
        db: mortal.db,
      });
      await stage.settle();
      expect(await anvil.tokens(payer.address)).toBe(
        20_000_000 - funded * 10_000,
      );
      expect(await view(bob, id)).toMatchObject({
        ...{ state: "submitted", payment: { status: "held" } },
      });
      const types = await typesIn(stage, id);
      expect(types.filter((it) => it === "payment.held")).toHaveLength(1);
      if (isDead) killed += 1;
    }
  }
  expect(killed).toBeGreaterThan(EFFECTS);
});

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

/** What a wallet signs to give back, by the official client. */
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
  expect(said?.summary).toContain("A wallet of yours signs it");
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

test("who signs a refund and then uses the signature for themselves has given nothing back", async () => {
  const { stage, id, requirements } = await startReleased();
  await using _core = stage;
  const { bob, payer, payee } = stage;
  const own = await signedBack(payer, requirements);
  const input = { conversationId: id, amount: "2" };
  const refused = await bob
    .asPerson()
    .refused(refundPayment, { ...input, payment: own });
  expect(refused.message).toContain("from is the wallet that is paid back");
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
    hash: `0x${authorizationDigest(PLACE, elsewhere, "transfer").toHex()}`,
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

test("nobody is asked to pay somebody who named no address", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, carol } = stage;
  const to = carol.address;
  const sent = send(alice.asPerson(), { to, price: "5" });
  const [outcome] = await Promise.allSettled([sent]);
  expect(outcome).toMatchObject({ reason: { code: "no_payout_address" } });
});
