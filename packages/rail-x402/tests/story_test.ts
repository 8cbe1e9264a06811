import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { findPayments } from "../../../src/core/operations/find_payments.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { send, view } from "../../../tests/core/core_harness.ts";
import { cancel, paid, say, sign } from "../../../tests/core/payments/flows.ts";
import { typesIn } from "../../../tests/core/payments/money_story.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { dying } from "./dying.ts";
import { wallet } from "./stage.ts";
import {
  expectRight,
  fund,
  signFor,
  startOnChain,
  untilDead,
} from "./story.ts";

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

/** More than a funding has, looks that find nothing included. */
const EFFECTS = 12;

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
            // The service is the operator, and captures when the receipt is signed.
            extra: {
              ...{ operatorType: "delegated", paymentFlow: "escrow" },
              captureMode: "deferred",
            },
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
  const moved = {
    ...{ success: true, network: "eip155:84532", wallet: payer.address },
    amount: { amount: "5.00" },
  };
  const released = await view(alice.asPerson(), id);
  for (const { transactions } of released.payment.settlements ?? []) {
    const [hash = "0x"] = transactions;
    const receipt = await anvil.client.receipt(hash as Hex);
    expect(receipt).toMatchObject({ succeeded: true });
  }
  expect(released).toMatchObject({
    payment: {
      status: "released",
      settlements: [
        { ...moved, act: "hold" },
        { ...moved, act: "capture" },
      ],
    },
  });
  expect(await typesIn(stage, id)).toContain("payment.settled");
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
  expect(asked.payment.settlements).toMatchObject([
    { act: "hold", success: false, transactions: [] },
  ]);
  await anvil.mint(payer.address, 15_000_000);
  await fund(stage, other);
  await stage.settle();
  expect(await view(alice.asPerson(), other)).toMatchObject({
    state: "submitted",
  });
  await expectRight(stage, other);
});

test("a price says what the chain has not done for good yet, until it has", async () => {
  const stage = await start();
  await using _core = stage;
  const { bob } = stage;
  const alice = stage.alice.asPerson();
  const standing = async (id: string) => {
    const { payment } = await view(alice, id);
    const { payments } = await alice.run(findPayments, {});
    const row = payments.find((it) => it.conversationId === id);
    expect(row).toMatchObject({ status: payment.status });
    expect(row?.onItsWay).toBe(payment.onItsWay);
    const [last] = payment.steps.slice(-1);
    return [payment.status, payment.onItsWay, last?.done];
  };
  const [kept, gone, ended] = [
    await paid(stage),
    await paid(stage),
    await paid(stage),
  ];
  expect(await standing(kept)).toEqual(["requires_payment", undefined, false]);
  for (const id of [kept, gone, ended]) await fund(stage, id);
  expect(await standing(kept)).toEqual(["requires_payment", "hold", false]);
  await cancel(stage.alice, ended);
  expect(await standing(ended)).toEqual(["voided", "void", false]);
  await stage.settle();
  expect(await standing(kept)).toEqual(["held", undefined, false]);
  expect(await standing(ended)).toEqual(["voided", undefined, true]);
  await say(bob, kept);
  await sign(bob.asPerson(), kept);
  await cancel(stage.alice, gone);
  expect(await standing(kept)).toEqual(["released", "capture", false]);
  expect(await standing(gone)).toEqual(["voided", "void", false]);
  await stage.settle();
  expect(await standing(kept)).toEqual(["released", undefined, true]);
  expect(await standing(gone)).toEqual(["voided", undefined, true]);
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

test("nobody is asked to pay somebody who named no address", async () => {
  const stage = await start();
  await using _core = stage;
  const { alice, carol } = stage;
  const to = carol.address;
  const sent = send(alice.asPerson(), { to, price: "5" });
  const [outcome] = await Promise.allSettled([sent]);
  expect(outcome).toMatchObject({ reason: { code: "no_payout_address" } });
});
