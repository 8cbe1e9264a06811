import { afterAll, beforeAll, expect, test } from "bun:test";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { view } from "../../../tests/core/core_harness.ts";
import { paid } from "../../../tests/core/payments/flows.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { fund, startOnChain } from "./story.ts";

let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

test("an agent that may not pay what a wallet is asked for reads so before anything is signed, and where its person pays", async () => {
  await using stage = await startOnChain(anvil, 61_000);
  const { alice } = stage;
  const [dear, cheap] = [
    await paid(stage, { price: "15" }),
    await paid(stage, { price: "5" }),
  ];
  const why = "at most 10.00 USDC per payment";
  expect((await view(alice, dear)).nextStep).toMatchObject({
    who: "person",
    reason: expect.stringContaining(why),
    approvalUrl: expect.stringContaining(`/c/${dear}`),
  });
  const refused = await alice.refused(fundConversation, {
    conversationId: dear,
  });
  expect(refused).toMatchObject({
    code: "person_required",
    message: expect.stringContaining(why),
  });
  // What it may pay only lacks the signature of its wallet.
  expect((await view(alice, cheap)).nextStep.who).toBe("you");
  const unsigned = { conversationId: cheap };
  expect(await alice.refused(fundConversation, unsigned)).toMatchObject({
    code: "payment_required",
  });
  await fund(stage, dear);
  await stage.settle();
  expect((await view(alice, dear)).state).toBe("submitted");
});
