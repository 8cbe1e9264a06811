import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { view } from "../../../tests/core/core_harness.ts";
import { paid, say, sign } from "../../../tests/core/payments/flows.ts";
import type { Anvil } from "./anvil.ts";
import { COLLECTOR, startAnvil } from "./anvil.ts";
import { smartWallet } from "./smart_wallet.ts";
import type { Signer } from "./stage.ts";
import { signHold, signRefund, startDesk, wallet } from "./stage.ts";
import { expectRight, signFor, startOnChain } from "./story.ts";

let anvil: Anvil;
let seed = 21_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

async function start() {
  seed += 10;
  return await startOnChain(anvil, seed);
}

for (const is of ["on the chain", "not on the chain yet"] as const) {
  test(`a wallet that is a contract, ${is}, pays by the official client: held, delivered, released`, async () => {
    const stage = await start();
    await using _core = stage;
    const { alice, bob, payee } = stage;
    const payer = await smartWallet(anvil, seed + 5);
    await anvil.mint(payer.address, 20_000_000);
    if (is === "on the chain") await payer.make();
    const code = await anvil.client.codeAt(payer.address);
    expect(code === "0x").toBe(is === "not on the chain yet");
    const id = await paid(stage, { price: "5" });
    const by = code === "0x" ? payer.wrapped : payer;
    const payment = await signFor(stage, id, by);
    const input = { conversationId: id, payment };
    await alice.asPerson().run(fundConversation, input);
    await stage.settle();
    expect(await anvil.tokens(payer.address)).toBe(15_000_000);
    expect(await anvil.client.codeAt(payer.address)).not.toBe("0x");
    expect(await view(bob, id)).toMatchObject({ payment: { status: "held" } });
    await say(bob, id);
    await sign(bob.asPerson(), id);
    await stage.settle();
    expect(await anvil.tokens(payee.address)).toBe(5_000_000);
    await expectRight(stage, id);
  });
}

test("what a wallet that is a contract did not sign is refused as such, and nothing is sent", async () => {
  const stage = await start();
  await using _core = stage;
  const payer = await smartWallet(anvil, seed + 5);
  const other = await smartWallet(anvil, seed + 6);
  const nobody = await smartWallet(anvil, seed + 7);
  await payer.make();
  for (const { address } of [payer, other, nobody]) {
    await anvil.mint(address, 20_000_000);
  }
  const id = await paid(stage, { price: "5" });
  /** Says that it is one wallet, and signs as another. */
  const as = (signer: Signer, address: Hex): Signer => ({
    address,
    account: { ...signer.account, address },
  });
  const garbled = (change: (signature: Hex) => string): Signer => ({
    ...payer,
    account: {
      address: payer.address,
      signTypedData: async (typed) =>
        change(await payer.account.signTypedData(typed)) as Hex,
    },
  });
  const cases: readonly (readonly [Signer, string])[] = [
    [as(other, payer.address), "invalid_signature"],
    [as(other.wrapped, payer.address), "invalid_signature"],
    [as(wallet(seed + 5), payer.address), "invalid_signature"],
    // It is not on the chain, and does not say how it is made.
    [nobody, "invalid_signature"],
    // Its factory makes another wallet than the one that is said to sign.
    [as(other.wrapped, nobody.address), "invalid_signature"],
    [
      garbled((it) => it.replace(/.{64}$/, "0".repeat(64))),
      "invalid_signature",
    ],
    [garbled(() => `0x${"6492".repeat(48)}`), "invalid_signature"],
    [
      garbled((it) => payer.wrap(it, COLLECTOR)),
      "invalid_auth_capture_evm_erc6492_factory_not_allowed",
    ],
  ];
  const alice = stage.alice.asPerson();
  for (const [by, reason] of cases) {
    const payment = await signFor(stage, id, by);
    const input = { conversationId: id, payment };
    const { code, extra } = await alice.refused(fundConversation, input);
    expect([code, extra]).toMatchObject(["payment_invalid", { reason }]);
  }
  expect(await stage.rows("select count(*) from chain_intents")).toEqual([[0]]);
  expect(await anvil.client.codeAt(nobody.address)).toBe("0x");
});

test("a wallet that takes gas without end is refused, whether it did so before it signed or after", async () => {
  const stage = await start();
  await using _core = stage;
  const payer = await smartWallet(anvil, seed + 5);
  await payer.make();
  await anvil.mint(payer.address, 100);
  await using desk = await startDesk(anvil);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const hold = await signHold(payer, { amount: 30, now });
  await desk.add("hold", "pay_greedy", 30, hold);
  await payer.byOwner("setGreedy()");
  const gas = await anvil.client.balance(desk.desk.key.address);
  await desk.settle();
  expect(await desk.states("pay_greedy")).toEqual(["hold refused"]);
  expect(await anvil.client.balance(desk.desk.key.address)).toBe(gas);
  const id = await paid(stage, { price: "5" });
  const payment = await signFor(stage, id, payer);
  const refused = await stage.alice.asPerson().refused(fundConversation, {
    ...{ conversationId: id, payment },
  });
  expect(refused.code).toBe("payment_invalid");
});

test("an owner who is changed after a payment was signed takes it back: the hold is refused by the token", async () => {
  await using stage = await startDesk(anvil);
  const payer = await smartWallet(anvil, 22_001);
  await payer.make();
  await anvil.mint(payer.address, 100);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const hold = await signHold(payer, { amount: 30, now });
  await stage.add("hold", "pay_owner", 30, hold);
  await payer.byOwner("setOwner(address)", wallet(22_002).address);
  await stage.settle();
  expect(await stage.states("pay_owner")).toEqual(["hold refused"]);
  expect(await anvil.tokens(payer.address)).toBe(100);
});

test("a payee gives back with a wallet that is a contract", async () => {
  await using stage = await startDesk(anvil);
  const payer = wallet(22_010);
  const payee = await smartWallet(anvil, 22_011);
  await payee.make();
  await anvil.mint(payer.address, 100);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const terms = { amount: 30, now, receiver: payee.address };
  await stage.add("hold", "pay_back", 30, await signHold(payer, terms));
  await stage.settle();
  await stage.add("capture", "pay_back", 30);
  await stage.settle();
  const to = payer.address;
  const back = await signRefund(payee.wrapped, { to, amount: 10 });
  expect(back.signature.length / 2).toBeLessThan(LIMITS.chainSignatureBytesMax);
  await stage.add("refund", "pay_back", 10, undefined, back);
  await stage.settle();
  expect((await stage.states("pay_back")).at(-1)).toBe("refund confirmed");
  expect(await anvil.tokens(to)).toBe(80);
  expect(await anvil.tokens(payee.address)).toBe(20);
});
