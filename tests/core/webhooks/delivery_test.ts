import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { breathe } from "../../../src/core/base/pace.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { listWebhooks } from "../../../src/core/operations/list_webhooks.ts";
import { replayWebhook } from "../../../src/core/operations/replay_webhook.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { testWebhook } from "../../../src/core/operations/test_webhook.ts";
import { updateWebhook } from "../../../src/core/operations/update_webhook.ts";
import { DAY, START, send } from "../core_harness.ts";
import type { Receiver } from "./receiver.ts";
import { logOf, startReceiver, startSending, webhookOf } from "./receiver.ts";

const typesOf = ({ received }: Receiver) =>
  received.map(({ event }) => event.type);
const MESSAGES = ["message.appended"] as const;

test("events name what happened, hold no content, and only what their owner may read", async () => {
  await using core = await startSending();
  const { alice, bob, carol } = core;
  using receiver = startReceiver();
  const id = await send(alice, { to: bob.address, cc: carol.address });
  await bob.run(sendMessage, { conversationId: id, text: "yes" });
  await webhookOf(carol.asPerson(), receiver);
  await core.deliver();
  receiver.received.length = 0;
  await bob.run(sendMessage, { conversationId: id, text: "for alice alone" });
  const all = { conversationId: id, mode: "reply-all" } as const;
  await alice.run(sendMessage, { ...all, text: "for everybody" });
  await core.deliver();
  expect(typesOf(receiver).toSorted()).toEqual([
    "conversation.changed",
    "conversation.changed",
    "message.appended",
  ]);
  const appended = receiver.received.find(({ event }) =>
    event.type.startsWith("message"),
  );
  expect(appended?.event).toEqual({
    type: "message.appended",
    timestamp: "2026-01-15T12:00:00.000Z",
    data: {
      conversationId: id,
      version: 4,
      state: "working",
      messageId: expect.stringMatching(/^msg_/),
    },
  });
  expect(JSON.stringify(receiver.received)).not.toMatch(/alone|everybody/);
});

test("a webhook is sent the types that it chose, from its own beginning on", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  await send(alice, { to: bob.address });
  await webhookOf(bob.asPerson(), receiver, [...MESSAGES]);
  const id = await send(alice, { to: bob.address, price: "5" });
  await core.deliver();
  expect(receiver.received.map(({ event }) => event)).toMatchObject([
    { type: "message.appended", data: { conversationId: id } },
  ]);
});

test("what is not taken is tried again by the schedule, with the same id and body", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  const person = bob.asPerson();
  const { webhookId } = await webhookOf(person, receiver, [...MESSAGES]);
  receiver.answer = () => new Response("not now", { status: 500 });
  await send(alice, { to: bob.address });
  await core.deliver();
  await core.deliver();
  expect(receiver.received).toHaveLength(1);
  core.advance(6_000);
  receiver.answer = () =>
    new Response(null, { status: 503, headers: { "retry-after": "600" } });
  await core.deliver();
  // Longer than the five minutes that would be next.
  core.advance(599_000);
  await core.deliver();
  expect(receiver.received).toHaveLength(2);
  core.advance(1_000);
  receiver.answer = () => Response.redirect("http://127.0.0.1:1/");
  await core.deliver();
  core.advance(40 * 60_000);
  receiver.answer = () => new Response("thank you");
  await core.deliver();
  const { received } = receiver;
  expect(received).toHaveLength(4);
  const [first] = received;
  for (const it of received) {
    expect(it.body).toBe(first?.body ?? "");
    expect(it.headers["webhook-id"]).toBe(first?.headers["webhook-id"] ?? "");
  }
  const [delivery] = await logOf(person, webhookId);
  expect(delivery).toMatchObject({
    deliveryId: first?.headers["webhook-id"],
    status: "delivered",
    nextAttemptAt: null,
    request: first?.body,
    attempts: [
      { status: 500, response: "not now", error: null },
      { status: 503 },
      { status: 302 },
      { status: 200, response: "thank you" },
    ],
  });
  expect(JSON.stringify(delivery)).not.toContain("v1,");
});

test.each([
  ["at its shortest, ends by its twelfth try", 0, 12, "failed"],
  ["in between, ends by its twelfth try", 127, 12, "failed"],
  // After the eleventh nothing was taken for three days: the event waits with its webhook.
  ["at its longest, waits after its eleventh", 255, 11, "waiting"],
] as const)(
  "an event that nothing takes for three days, its pauses %s, and its webhook is paused and its owner told",
  async (_how, chance, count, status) => {
    await using core = await startSending(chance);
    const { alice, bob } = core;
    using receiver = startReceiver();
    const person = bob.asPerson();
    const { webhookId } = await webhookOf(person, receiver, [...MESSAGES]);
    receiver.answer = () => new Response(null, { status: 500 });
    await send(alice, { to: bob.address });
    // Each try comes at the next hour, so that they take longer than their pauses.
    for (let hour = 0; hour < 120; hour++) {
      await core.deliver();
      core.advance(3_600_000);
    }
    expect(receiver.received).toHaveLength(count);
    const [event] = await logOf(person, webhookId);
    expect(event?.status).toBe(status);
    // Another one may have to find that nothing was taken for three days.
    await person.run(testWebhook, { webhookId });
    await core.deliver();
    const tries = receiver.received.length;
    const { webhooks } = await person.run(listWebhooks, {});
    expect(webhooks).toMatchObject([{ status: "paused", reason: "failing" }]);
    const notices = "select body from deliveries where kind = 'notice'";
    expect(JSON.stringify(await core.rows(notices))).toContain(
      "webhook_paused",
    );
    await send(alice, { to: bob.address });
    await core.deliver();
    expect(receiver.received).toHaveLength(tries);
    // It goes on with what it missed: what waits, the test event, and the message.
    receiver.answer = () => new Response();
    await person.run(updateWebhook, { webhookId, active: true });
    core.advance(DAY);
    await core.deliver();
    const missed = status === "waiting" ? 3 : 2;
    expect(receiver.received).toHaveLength(tries + missed);
  },
);

test("410 ends it at once", async () => {
  await using core = await startSending();
  using receiver = startReceiver();
  const bob = core.bob.asPerson();
  const { webhookId } = await webhookOf(bob, receiver);
  receiver.answer = () => new Response(null, { status: 410 });
  await bob.run(testWebhook, { webhookId });
  await core.deliver();
  const { webhooks } = await bob.run(listWebhooks, {});
  expect(webhooks).toMatchObject([{ status: "paused", reason: "gone" }]);
});

test("one that does not answer keeps nobody waiting, and has few under way", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using dead = startReceiver();
  using alive = startReceiver();
  const hanging = Promise.withResolvers<Response>();
  dead.answer = () => hanging.promise;
  const person = bob.asPerson();
  await webhookOf(person, dead, [...MESSAGES]);
  await webhookOf(person, alive, [...MESSAGES]);
  const count = LIMITS.deliveriesAtOnceOfOne + 3;
  for (let at = 0; at < count; at++) await send(alice, { to: bob.address });
  await core.loop.pass();
  const taken = Promise.withResolvers<void>();
  alive.answer = () => {
    if (alive.received.length === count) taken.resolve();
    return new Response();
  };
  await taken.promise;
  expect(dead.received.length).toBeLessThanOrEqual(
    LIMITS.deliveriesAtOnceOfOne,
  );
  // Another node counts those that are under way here.
  const other = new Deliveries(core.services);
  await other.pass();
  await other.idle();
  expect(dead.received.length).toBeLessThanOrEqual(
    LIMITS.deliveriesAtOnceOfOne,
  );
  hanging.resolve(new Response());
  await core.loop.idle();
  expect(dead.received).toHaveLength(count);
});

test("the webhooks of one account have a share of those that are sent to at once", async () => {
  await using core = await startSending();
  const { alice, bob, carol } = core;
  using dead = startReceiver();
  using alive = startReceiver();
  const hanging = Promise.withResolvers<Response>();
  dead.answer = () => hanging.promise;
  for (let at = 0; at < LIMITS.webhooksMax; at++) {
    await webhookOf(bob.asPerson(), dead, [...MESSAGES]);
  }
  await webhookOf(carol.asPerson(), alive, [...MESSAGES]);
  await send(alice, { to: bob.address });
  await core.loop.pass();
  await send(alice, { to: carol.address });
  const share = LIMITS.webhooksAtOnceOfAccount;
  while (alive.received.length === 0 || dead.received.length < share) {
    await core.loop.pass();
    await breathe();
  }
  expect(dead.received).toHaveLength(LIMITS.webhooksAtOnceOfAccount);
  hanging.resolve(new Response());
  for (let at = 0; at < LIMITS.webhooksMax; at++) {
    await core.loop.idle();
    await core.loop.pass();
  }
  await core.loop.idle();
  expect(dead.received).toHaveLength(LIMITS.webhooksMax);
});

test("210 webhooks of 21 accounts that never answer do not keep the event of another account waiting", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using dead = startReceiver("0.0.0.0");
  using alive = startReceiver();
  const hanging = Promise.withResolvers<Response>();
  dead.answer = () => hanging.promise;
  const { port } = new URL(dead.url);
  for (let account = 0; account < 21; account++) {
    const who = (await core.account(`hanging-${account}`)).asPerson();
    for (let at = 0; at < LIMITS.webhooksMax; at++) {
      // As many hosts as there are webhooks: the share of a host does not help.
      const url = `http://127.0.${account}.${at + 1}:${port}/hook`;
      const { webhookId } = await webhookOf(who, { url }, [...MESSAGES]);
      await who.run(testWebhook, { webhookId });
    }
  }
  await core.loop.pass();
  await webhookOf(bob.asPerson(), alive, [...MESSAGES]);
  await send(alice, { to: bob.address });
  const share = 21 * LIMITS.webhooksAtOnceOfAccount;
  while (alive.received.length === 0 || dead.received.length < share) {
    await core.loop.pass();
    await breathe();
  }
  expect(dead.received).toHaveLength(share);
  dead.answer = () => new Response();
  hanging.resolve(new Response());
  await core.loop.idle();
});

test("one event, or those of a time, are sent again", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  const person = bob.asPerson();
  const { webhookId } = await webhookOf(person, receiver, [...MESSAGES]);
  for (let at = 0; at < 3; at++) {
    await send(alice, { to: bob.address });
    core.advance(60_000);
  }
  await core.deliver();
  const log = await logOf(person, webhookId);
  const [newest] = log;
  receiver.received.length = 0;
  const deliveryId = newest?.deliveryId ?? "";
  const one = await person.run(replayWebhook, { webhookId, deliveryId });
  expect(one.replayed).toBe(1);
  await core.deliver();
  expect(receiver.received[0]?.headers["webhook-id"]).toBe(deliveryId);
  const from = new Date(START + 60_000).toISOString();
  const span = await person.run(replayWebhook, { webhookId, from });
  expect(span.replayed).toBe(2);
  await core.deliver();
  expect(receiver.received).toHaveLength(3);
  for (const wrong of [{}, { deliveryId, from }, { from: "yesterday" }]) {
    const input = { webhookId, ...wrong };
    const refusal = await person.refused(replayWebhook, input);
    expect(refusal.code).toBe("invalid_input");
  }
});

test("an agent manages what it made, is sent what its access reads, and all ends with it", async () => {
  await using core = await startSending();
  const { alice, bob, carol } = core;
  using receiver = startReceiver();
  const person = bob.asPerson();
  const { credential } = await person.run(addCredential, {
    name: "Helper",
    scopes: ["webhooks:manage", "contacts:read"],
  });
  const agent = bob.as({
    credentialId: credential.id,
    scopes: ["webhooks:manage", "contacts:read"],
  });
  const mine = await webhookOf(agent, receiver);
  const hers = await webhookOf(person, { url: receiver.url }, [...MESSAGES]);
  expect((await agent.run(listWebhooks, {})).webhooks).toHaveLength(1);
  expect((await person.run(listWebhooks, {})).webhooks).toHaveLength(2);
  const { webhookId } = hers;
  for (const who of [agent, alice.asPerson()]) {
    const refusal = await who.refused(testWebhook, { webhookId });
    expect(refusal.code).toBe("webhook_not_found");
  }
  await person.run(updateWebhook, { webhookId, active: false });
  await send(alice, { to: bob.address });
  await person.run(saveContact, { address: carol.address, blocked: true });
  await core.deliver();
  expect(typesOf(receiver)).toEqual(["contact.changed"]);
  await person.run(revokeCredential, { credentialId: credential.id });
  await person.run(saveContact, { address: carol.address, blocked: false });
  await core.deliver();
  expect(receiver.received).toHaveLength(1);
  const { webhooks } = await person.run(listWebhooks, {});
  expect(webhooks.find((it) => it.webhookId === mine.webhookId)).toMatchObject({
    status: "paused",
    reason: "access_ended",
  });
});
