import { expect, test } from "bun:test";
import { decodeJwt } from "jose";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { feeOf } from "../../../src/core/payments/fees.ts";
import type { TestCore } from "../core_harness.ts";
import {
  balance,
  send,
  startCore,
  view,
  withReceipt,
} from "../core_harness.ts";
import { areBooksRight } from "./money_story.ts";

test("a fee is rounded down to a whole micro-USDC, so that it never exceeds its rate", () => {
  expect(feeOf(5_000_000, 250)).toBe(125_000);
  expect(feeOf(1, 5_000)).toBe(0);
  expect(feeOf(3, 5_000)).toBe(1);
  expect(feeOf(9_999, 1)).toBe(0);
  expect(feeOf(10_000, 1)).toBe(1);
  expect(feeOf(5_000_000, 0)).toBe(0);
  for (const price of [1, 7, 999, 1_234_567, LIMITS.priceMax - 1]) {
    for (const bps of [1, 33, 250, LIMITS.feeBpsMax]) {
      const fee = feeOf(price, bps);
      const exact = BigInt(price) * BigInt(bps);
      expect(BigInt(fee) * 10_000n <= exact).toBe(true);
      expect((BigInt(fee) + 1n) * 10_000n > exact).toBe(true);
    }
  }
});

/** 5.000001 from alice to bob at 2.5 %, released. */
async function charged(core: TestCore) {
  const alice = await core.account("alice", { credit: "100" });
  const bob = await core.account("bob", { credit: "0" });
  const conversationId = await send(alice, {
    to: bob.address,
    price: "5.000001",
    release: "accepted",
  });
  const held = await view(bob, conversationId);
  const { receipt } = await withReceipt(
    bob.run(signReceipt, {
      conversationId,
      confirm: true,
    }),
  );
  return { alice, bob, conversationId, held, receipt };
}

async function revenue(core: TestCore): Promise<number> {
  const [row] = await core.rows(
    "select balance from ledger_accounts where id = 'revenue'",
  );
  return Number(row?.[0] ?? 0);
}

test("the fee is shown before the work, taken once from the release and signed in the receipt", async () => {
  await using core = await startCore({ FEE_BPS: "250" });
  const { alice, bob, held, receipt } = await charged(core);
  expect(held.payment).toMatchObject({
    feeBps: 250,
    fee: { amount: "0.125", amountAtomic: "125000" },
  });
  expect(receipt).toMatchObject({
    price: "5.000001",
    feeBps: 250,
    fee: "0.125",
    label: "TEST",
  });
  expect(decodeJwt(receipt.jws)).toMatchObject({
    feeBps: 250,
    fee: "0.125",
    label: "TEST",
  });
  expect(await balance(core, alice)).toBe(94_999_999);
  expect(await balance(core, bob)).toBe(4_875_001);
  expect(await revenue(core)).toBe(125_000);
  await areBooksRight(core);
});

test("a refund gives the whole price back from the payee; the service keeps its fee", async () => {
  await using core = await startCore({ FEE_BPS: "250" });
  const { alice, bob, conversationId } = await charged(core);
  const short = await bob.refused(refundPayment, { conversationId });
  expect(short.code).toBe("insufficient_balance");
  const back = { conversationId, amount: "4.875001" };
  await bob.run(refundPayment, back);
  expect(await balance(core, bob)).toBe(0);
  expect(await balance(core, alice)).toBe(99_875_000);
  expect(await revenue(core)).toBe(125_000);
  await areBooksRight(core);
});

test("without a fee nothing about one is shown, signed or booked", async () => {
  await using core = await startCore();
  const { held, receipt } = await charged(core);
  for (const name of ["fee", "feeBps"]) {
    expect(held.payment).not.toHaveProperty(name);
    expect(receipt).not.toHaveProperty(name);
  }
  expect(
    await core.rows("select id from ledger_accounts where id = 'revenue'"),
  ).toEqual([]);
});
