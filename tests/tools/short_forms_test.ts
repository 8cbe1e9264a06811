import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import type { Pair } from "./calls.ts";
import { call, create, read, startPair } from "./calls.ts";

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair[Symbol.asyncDispose]());

/** The result of a tool, with the words of others as they were written. */
async function told(by: TestAccount, tool: string, args: object) {
  const { structuredContent } = await call(pair, { by, tool, args });
  return unfenced(structuredContent) as object;
}

const send = (by: TestAccount, conversationId: string, args: object) =>
  told(by, "svc.send_message", { conversationId, ...args });

test("a message in a list begins with its first 120 characters, and is no longer", async () => {
  const { bob } = pair;
  const text = "Could you make a logo for our shop? ".repeat(20);
  await create(pair, { parts: [{ text }] });
  const listed = await told(bob, "svc.list_conversations", { limit: 1 });
  const preview = text.slice(0, 120);
  expect(listed).toMatchObject({ conversations: [{ preview }] });
});

test("a message names itself, and says whether it asks first and whether the own account alone reads it", async () => {
  const { alice, bob } = pair;
  const made = await create(pair);
  const { conversationId } = made.structuredContent;
  await send(bob, conversationId, { text: "When?", accept: false });
  await send(bob, conversationId, { text: "Yes" });
  await send(bob, conversationId, { text: "May I?", needsInput: true });
  const seen = async (by: TestAccount): Promise<readonly unknown[]> =>
    unfenced((await read(pair, by, { conversationId })).structuredContent)
      .messages;
  const shown = (text: string, more: object = {}) => ({
    messageId: expect.stringMatching(/^msg_/),
    ...{ from: expect.any(String), at: expect.any(String), text, ...more },
  });
  const others = [
    shown("Hello Bob"),
    shown("When?", { question: true }),
    shown("Yes"),
  ];
  expect(await seen(alice)).toEqual(others);
  expect(await seen(bob)).toEqual([
    ...others,
    shown("May I?", { onlyYou: true }),
  ]);
});

test("an answer names whom it reached, and warns where the requester is not among them", async () => {
  const { service, alice, bob } = pair;
  const carol = await service.addAccount("carol");
  const to = [bob.address, carol.address];
  const made = await create(pair, { to });
  const { conversationId } = made.structuredContent;
  const first = await send(bob, conversationId, { text: "a" });
  expect(first).toMatchObject({ readers: [alice.address, carol.address] });
  expect(first).not.toHaveProperty("warnings");
  const aside = await send(carol, conversationId, { text: "b", mode: "reply" });
  expect(aside).toMatchObject({
    readers: [bob.address],
    warnings: [{ code: "requester_not_reached", address: alice.address }],
  });
});

test("an agent whose request waits for money reads which limit keeps it from paying, and where its person does", async () => {
  const { service, alice } = pair;
  const dave = await service.addAccount("dave");
  const prices = [{ contactType: "everyone", price: "50" }];
  const { token } = await service.addSession(dave);
  const profile = { method: "PUT", token, json: { prices } };
  expect((await service.fetch("/v1/profile", profile)).status).toBe(200);
  const made = await create(pair, { to: [dave.address] });
  const { conversationId } = made.structuredContent;
  const waits = {
    state: "auth-required",
    nextStep: {
      who: "person",
      reason: expect.stringContaining("10.00 USDC (TEST)"),
    },
    approvalUrl: `${service.baseUrl}/c/${conversationId}`,
  };
  expect(made.structuredContent).toMatchObject(waits);
  const again = await read(pair, alice, { conversationId });
  expect(again.structuredContent).toMatchObject(waits);
});

test("a card that is asked for with extended says what its account charges", async () => {
  const { service, alice } = pair;
  const erin = await service.addAccount("erin");
  const { token } = await service.addSession(erin);
  const json = { prices: [{ contactType: "everyone", price: "5" }] };
  const put = await service.fetch("/v1/profile", {
    ...{ method: "PUT", token, json },
  });
  expect(put.status).toBe(200);
  const card = (more: object) =>
    told(alice, "svc.get_agent_card", { agentId: "erin", ...more });
  expect(await card({ extended: true })).toMatchObject({
    prices: expect.arrayContaining([
      expect.objectContaining({ contactType: "everyone", price: "5.00" }),
    ]),
  });
  expect(await card({})).not.toHaveProperty("prices");
});
