import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Anvil } from "../../packages/rail-x402/tests/anvil.ts";
import { ESCROW, startAnvil } from "../../packages/rail-x402/tests/anvil.ts";
import { wallet } from "../../packages/rail-x402/tests/stage.ts";
import { OPERATOR as TERMINAL } from "../../src/core/access/principal.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../../src/core/operations/verify_ledger.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { Driver } from "../driver.ts";
import { driversOf } from "../drivers.ts";
import { json } from "../harness.ts";
import { sayOver } from "./pair.ts";
import {
  clients,
  NETWORK,
  PAY,
  payOverMcp,
  payOverRest,
  taskPayment,
} from "./pay_over.ts";
import type { Paying } from "./paying.ts";
import { startPaying } from "./paying.ts";
import type { WireName } from "./stage.ts";
import { done, WIRES } from "./stage.ts";

let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** How the payee gives 0.20 back; A2A has no word for it, and REST says it instead. */
async function giveBack(stage: Paying, wire: WireName, id: string) {
  const { payee } = clients(stage);
  const { bob } = stage;
  const amount = "0.20";
  if (wire === "mcp") {
    const given = { conversationId: id, amount };
    return await payOverMcp(stage, payee, "svc.refund_payment", bob, given);
  }
  const path = `/v1/conversations/${id}/refund`;
  return await payOverRest(stage, payee, path, bob, { amount });
}

/** The payer's view of each movement in the record. */
async function settlements({ service, alice }: Paying, id: string) {
  const response = await service.fetch(`/v1/conversations/${id}`, alice);
  const { conversation } = await json(response);
  return conversation.payment.settlements as readonly {
    readonly act: "hold" | "capture" | "void" | "refund";
    readonly success: boolean;
    readonly amount: { readonly amountAtomic: string };
  }[];
}

/** Where the tokens of the two are, by what the record says was done for good. */
async function expectBalances(stage: Paying, ids: readonly string[]) {
  const sum = { hold: 0, capture: 0, void: 0, refund: 0 };
  for (const id of ids) {
    for (const { act, amount, success } of await settlements(stage, id)) {
      expect(success).toBe(true);
      sum[act] += Number(amount.amountAtomic);
    }
  }
  const { payer, payee, service } = stage;
  expect(await anvil.tokens(payer.address)).toBe(
    100_000_000 - sum.hold + sum.void + sum.refund,
  );
  expect(await anvil.tokens(payee.address)).toBe(sum.capture - sum.refund);
  expect(await anvil.tokens(ESCROW)).toBe(sum.hold - sum.capture - sum.void);
  const via = "cli" as const;
  const caller = { principal: TERMINAL, via, requestId: "test" };
  const { services } = service;
  const ledger = await callOperation(services, verifyLedger, caller, {});
  expect(ledger.output).toMatchObject({ ok: true });
  const audit = await callOperation(services, verifyAudit, caller, {});
  expect(audit.output).toMatchObject({ ok: true });
}

/** A request of alice over a wire that waits for her wallet, paid and delivered. */
async function paidOver(stage: Paying, wire: Driver) {
  const { alice, bob, settle } = stage;
  const composed = { to: [bob.address], text: "Draw a logo", price: "0.50" };
  const asked = await done(wire.create(alice.token, composed));
  const { conversationId: id } = asked;
  expect([asked.state, asked.paymentStatus]).toEqual([
    "auth-required",
    "requires_payment",
  ]);
  expect((await taskPayment(stage, id, alice)).status).toBe("payment-required");
  await PAY[wire.name](stage, id);
  expect((await wire.read(bob.token, id)).ok).toBe(false);
  await settle();
  expect(await done(wire.read(bob.token, id))).toMatchObject({
    ...{ state: "submitted", paymentStatus: "held" },
  });
  const held = await taskPayment(stage, id, alice);
  expect(held.status).toBe("payment-completed");
  expect(held.receipts).toMatchObject([{ success: true, network: NETWORK }]);
  return id;
}

let seed = 30_000;

test.each(WIRES)(
  "the whole story of a price in USDC comes to its end over %s: paid, worked for, released, given back, and a decline that returns it",
  async (name) => {
    seed += 10;
    const [payer, payee] = [wallet(seed), wallet(seed + 1)];
    await using stage = await startPaying(anvil, { payer, payee });
    const { service, alice, bob, settle } = stage;
    const wire = driversOf(service).find((it) => it.name === name);
    if (!wire) throw new Error(`No driver for ${name}`);
    // A2A has no words for decisions and receipts.
    const say = sayOver(service, name === "mcp" ? "mcp" : "rest");
    const id = await paidOver(stage, wire);
    if (name !== "a2a") {
      await done(say(bob.token, "decide", id, { decision: "approve" }));
    }
    const replied = await done(wire.reply(bob.token, id, "Here it is"));
    expect(replied.state).toBe("working");
    const signed = await done(say(bob.token, "sign", id, { confirm: true }));
    expect(signed.conversation?.payment.status).toBe("released");
    await settle();
    expect(await done(wire.read(alice.token, id))).toMatchObject({
      ...{ state: "completed", paymentStatus: "released" },
    });
    await giveBack(stage, name, id);
    await settle();
    const receipts = (await taskPayment(stage, id, bob)).receipts ?? [];
    expect(receipts.map(({ success }) => success)).toEqual([true, true, true]);
    const hashes = new Set(receipts.map(({ transaction }) => transaction));
    expect(hashes.size).toBe(3);

    const other = await paidOver(stage, wire);
    await done(say(bob.token, "decide", other, { decision: "decline" }));
    await settle();
    expect(await done(wire.read(alice.token, other))).toMatchObject({
      ...{ state: "rejected", paymentStatus: "voided" },
    });
    expect((await settlements(stage, other)).map(({ act }) => act)).toEqual([
      ...["hold", "void"],
    ] as never);
    await expectBalances(stage, [id, other]);
  },
);
