import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { TaskState } from "@a2a-js/sdk";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { keepChain } from "../../../src/core/loops/chain_keeper.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { previewConversation } from "../../../src/core/operations/preview_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { MirrorStage } from "../../../tests/core/federation/mirror_stage.ts";
import { startMirrorStage } from "../../../tests/core/federation/mirror_stage.ts";
import { START } from "../../../tests/harness.ts";
import { connect, raw, textOf } from "../../../tests/tools/official_client.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { chainEnv, operatorKeyFile } from "./chain_env.ts";
import { startPaidAgent } from "./paid_agent.ts";
import { wallet } from "./stage.ts";

setDefaultTimeout(30_000);

const payer = wallet(57_000);
let anvil: Anvil;
let stage: MirrorStage;
beforeAll(async () => {
  anvil = await startAnvil();
  await using key = await operatorKeyFile();
  const env = { RAIL: "x402,ledger", ...chainEnv(anvil.url, key.path) };
  stage = await startMirrorStage({ env });
  // The chain has today's clock.
  stage.service.clock.advance(Date.now() - START);
  await anvil.mint(payer.address, 40_000_000);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await anvil[Symbol.asyncDispose]();
});

/** Lets the service and the chain go on. */
async function goOn(rounds = 4) {
  const { services } = stage.service;
  const rail = services.chain?.rail;
  if (!rail) throw new Error("No chain is set");
  for (let round = 0; round < rounds; round++) {
    await stage.deliver();
    await keepChain(services, rail);
    await anvil.finalise();
    await stage.look();
  }
}

test("an agent that is no installation is paid where its signed card says, as the escrow says it, with its result", async () => {
  await using agent = await startPaidAgent(anvil, 57_100);
  const priced = { price: "5.00", currency: "USDC" };
  const id = await stage.write(agent.card, priced);
  await stage.deliver();
  expect(agent.offers).toEqual([{ ...priced, release: "replied" }]);
  const asked = await stage.read(id);
  expect(asked).toMatchObject({
    state: "auth-required",
    ...{ nextStep: { who: "you" }, needsYou: true, section: "money" },
  });
  await pay(id, asked);
  await goOn();
  expect((await stage.read(id)).payment).toMatchObject({
    ...{ status: "held", settlements: [{ act: "hold", success: true }] },
    reclaim: { text: expect.stringContaining("take it back alone") },
  });
  expect(await anvil.tokens(agent.payTo)).toBe(0);
  await agent.finish();
  await goOn();
  const done = await stage.read(id);
  expect(done).toMatchObject({
    ...{ state: "completed", artifacts: [{ name: "poem.txt" }] },
    payment: {
      status: "released",
      settlements: [{ act: "hold" }, { act: "capture", success: true }],
    },
  });
  expect(
    done.payment.steps.map(({ name, done }: Step) => [name, done]),
  ).toEqual(
    ["held", "accepted", "condition", "released"].map((it) => [it, true]),
  );
  expect(await anvil.tokens(agent.payTo)).toBe(5_000_000);
  const { ok } = await stage.service.operate(verifyAudit, {});
  expect(ok).toBe(true);
});

test("parts that another service pays out are shown, the rest stays held, and what a cancel asks back is without them", async () => {
  await using agent = await startPaidAgent(anvil, 57_120);
  const id = await stage.write(agent.card, {
    ...{ price: "5.00", currency: "USDC" },
    ...{ release: "converted", releaseAction: "call back" },
  });
  await stage.deliver();
  await pay(id, await stage.read(id));
  await goOn();
  const settled = async (part: number) => {
    await agent.settle(part);
    await goOn();
    return (await stage.read(id)).payment;
  };
  expect(await settled(1_000_000)).toMatchObject({
    ...{ status: "held", released: { amount: "1.00" } },
    reclaim: { text: expect.stringContaining("take it back alone") },
  });
  await stage.act(cancelConversation, { conversationId: id, reason: "late" });
  const parts = (released: string, returned: string) => ({
    ...{ status: "released", voidReason: "canceled" },
    ...{ released: { amount: released }, returned: { amount: returned } },
  });
  expect(await settled(2_000_000)).toMatchObject({
    ...{ ...parts("3.00", "2.00"), onItsWay: "void" },
  });
  const ended = await settled(0);
  expect(ended).toMatchObject({
    ...parts("3.00", "2.00"),
    settlements: [
      ...[{ act: "hold" }, { act: "capture" }, { act: "capture" }],
      { act: "void", amount: { amount: "2.00" } },
    ],
  });
  for (const over of ["onItsWay", "reclaim"]) {
    expect(ended).not.toHaveProperty(over);
  }
  const { ok } = await stage.service.operate(verifyAudit, {});
  expect(ok).toBe(true);
});

test("a model learns from its tools that its person signs with a wallet, where, and when that is done", async () => {
  await using agent = await startPaidAgent(anvil, 57_150);
  const { service, alice } = stage;
  await using asking = await connect(service, { token: alice.token });
  const use = async (name: string, given: Record<string, unknown>) =>
    JSON.parse(textOf(await raw(asking.client, `svc.${name}`, given)));
  const { conversationId, nextStep } = await use("create_conversation", {
    ...{ to: agent.card, text: "Write this.", submit: true },
    ...{ price: "5.00", currency: "USDC" },
  });
  expect(nextStep.text).toContain("your person signs with a wallet");
  await stage.deliver();
  const asked = await use("get_conversation", { conversationId });
  expect(asked.nextStep.text).toStartWith("Pay to send it. Your person signs");
  expect(asked.approvalUrl).toEndWith(`/c/${conversationId}`);
  const unsigned = await use("fund_conversation", { conversationId });
  expect(unsigned.error).toContain("Sign what payment.requirements accepts");
  await pay(conversationId, await stage.read(conversationId));
  const paid = await use("get_conversation", { conversationId });
  expect(paid).toMatchObject({
    nextStep: { who: "them", text: "The payment is on its way." },
    conversation: { payment: { onItsWay: "hold", reclaim: {} } },
  });
});

interface Step {
  readonly name: string;
  readonly done: boolean;
}

test("such an agent may ask for its price once it has begun", async () => {
  await using agent = await startPaidAgent(anvil, 57_200, {
    beginsFirst: true,
  });
  const id = await stage.write(agent.card);
  await stage.deliver();
  expect((await stage.read(id)).state).toBe("working");
  agent.ask();
  await goOn(2);
  expect(await stage.read(id)).toMatchObject({
    ...{ state: "auth-required", nextStep: { who: "you" }, section: "money" },
    payment: { requirements: { price: { amount: "5.00" } } },
  });
});

test("a payee that answers what it was offered a price for without asking for it is no silent one: the person is told", async () => {
  await using agent = await startPaidAgent(anvil, 57_250);
  agent.does((_asked, say) =>
    say.task(TaskState.TASK_STATE_COMPLETED, "Blue."),
  );
  const id = await stage.write(agent.card, { price: "5.00", currency: "USDC" });
  await stage.deliver();
  const told = await stage.read(id);
  expect(told).toMatchObject({ state: "auth-required", needsYou: true });
  expect(told.nextStep.text).toContain("answers without asking for the price");
});

test("an agent whose card is unsigned or pins no wallet is not paid: no wallet is asked, and the person is told what it asks for and why", async () => {
  const cases = [
    [{ isSigned: false }, "isn't signed by its own service"],
    [{ isPinned: false }, "names no wallet on the chain"],
  ] as const;
  for (const [pinning, why] of cases) {
    await using agent = await startPaidAgent(anvil, 57_300, pinning);
    const priced = { price: "5.00", currency: "USDC" };
    const preview = { to: agent.card, parts: [{ text: "Hello" }] };
    const { recipients } = await stage.act(previewConversation, preview);
    expect(recipients[0]?.agent?.unpayable).toContain(why);
    await expect(stage.write(agent.card, priced)).rejects.toThrow(why);
    expect(agent.heard).toEqual([]);
    const id = await stage.write(agent.card);
    await stage.deliver();
    const told = await stage.read(id);
    expect(told).toMatchObject({
      ...{ state: "submitted", needsYou: true, section: "replies" },
      messages: [{ text: "Write this." }, { text: "Five USDC, please." }],
      payment: { status: "none" },
      nextStep: { who: "you" },
    });
    const { text } = told.nextStep;
    expect(text).toContain(why);
    expect(text).toContain(
      `asks for 5.00 USDC on eip155:84532, to the wallet ${agent.asked}, as it says`,
    );
    expect(text).toContain("No wallet was asked, and nothing was paid.");
    await stage.reply(id, "No, thank you.");
    expect((await stage.read(id)).needsYou).toBe(false);
  }
});

/** Signs what the conversation asks for, and pays. */
async function pay(
  conversationId: string,
  { payment: asked }: Awaited<ReturnType<MirrorStage["read"]>>,
) {
  const [accepted] = asked.requirements.accepts;
  const scheme = new AuthCaptureEvmScheme(payer.account);
  const { payload } = await scheme.createPaymentPayload(2, accepted);
  const payment = { x402Version: 2, accepted, payload };
  await stage.act(fundConversation, { conversationId, payment });
}
