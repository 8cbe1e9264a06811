import { expect, test } from "bun:test";
import { guardedRequest } from "../../../src/core/agents/remote/guarded_request.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { addWebhook } from "../../../src/core/operations/add_webhook.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createTaskPush } from "../../../src/core/operations/create_task_push.ts";
import { replayWebhook } from "../../../src/core/operations/replay_webhook.ts";
import { testWebhook } from "../../../src/core/operations/test_webhook.ts";
import { readTarget } from "../../../src/core/webhooks/target.ts";
import { failure, START, send, startStage } from "../core_harness.ts";
import { logOf, startReceiver, startSending, webhookOf } from "./receiver.ts";

const INSIDE = [
  "http://example.com/hook",
  "https://10.0.0.1/hook",
  "https://127.0.0.1/hook",
  "https://169.254.169.254/latest",
  "https://[::1]/hook",
  "https://[::ffff:10.0.0.1]/hook",
  "https://[fd00::1]/hook",
  "https://0x7f.1/hook",
  "https://localhost/hook",
  "https://LocalHost./hook",
  "https://hooks.localhost/hook",
  "https://printer.local/hook",
  "https://db.prod.internal/hook",
  "https://nas.home.arpa/hook",
  "https://intranet/hook",
  "https://user:secret@example.com/hook",
  "https://example.com:8443/hook",
  "file:///etc/passwd",
  "no address",
];

test("no webhook leads into a private network", async () => {
  await using core = await startStage();
  const bob = core.bob.asPerson();
  for (const url of INSIDE) {
    const refusal = await bob.refused(addWebhook, { url });
    expect([url, refusal.code]).toEqual([url, "url_refused"]);
  }
  const named = { url: "https://db.prod.internal/hook" };
  expect((await bob.refused(addWebhook, named)).message).toBe(
    "Cannot fetch from this URL: its host is not public.",
  );
  // Only its ending makes a name local.
  await webhookOf(bob, { url: "https://local.internal.example/hook" });
});

test.each([
  ["https://rebound.example/hook", ["127.0.0.1"]],
  ["https://127.0.0.1.nip.io/hook", ["127.0.0.1"]],
  ["https://10-0-0-1.nip.io/hook", ["10.0.0.1"]],
  ["https://mapped.example/hook", ["::ffff:127.0.0.1"]],
  ["https://unique-local.example/hook", ["fd00::1"]],
  ["https://one-of-two.example/hook", ["93.184.215.14", "192.168.1.1"]],
])(
  "%s that leads to %p is not connected to, and its owner learns nothing of it",
  async (url, addresses) => {
    await using core = await startStage();
    using receiver = startReceiver();
    const bob = core.bob.asPerson();
    const outside = { ...core.services.outside, lookup: async () => addresses };
    const posting = guardedRequest(outside, {
      url: readTarget({ ...core.services, outside }, url),
      isPrivateAllowed: false,
      headers: {},
      body: "{}",
      answerBytesMax: 10,
      signal: outside.deadline(LIMITS.webhookAttemptMs),
    });
    expect((await failure(posting)).message).toBe(
      `Refused to connect to ${addresses.at(-1)}`,
    );
    const { webhookId } = await webhookOf(bob, { url });
    await bob.run(testWebhook, { webhookId });
    const loop = new Deliveries({ ...core.services, outside });
    await loop.pass();
    await loop.idle();
    expect(receiver.received).toEqual([]);
    const log = await logOf(bob, webhookId);
    expect(log.map(({ attempts }) => attempts[0])).toMatchObject(
      log.map(() => ({ status: null, error: "unreachable", response: null })),
    );
    expect(log.length).toBeGreaterThan(0);
  },
);

test("a receiver that takes an event and never answers is said to have timed out", async () => {
  await using core = await startStage({ ALLOW_LOOPBACK_FETCH: "true" });
  using receiver = startReceiver();
  const end = new AbortController();
  receiver.answer = () => {
    end.abort(new DOMException("It took too long", "TimeoutError"));
    return new Promise(() => {});
  };
  const bob = core.bob.asPerson();
  const { webhookId } = await webhookOf(bob, receiver);
  await bob.run(testWebhook, { webhookId });
  const outside = { ...core.services.outside, deadline: () => end.signal };
  const loop = new Deliveries({ ...core.services, outside });
  await loop.pass();
  await loop.idle();
  const [delivery] = await logOf(bob, webhookId);
  expect(delivery?.attempts[0]).toMatchObject({
    ...{ status: null, error: "timeout", response: null },
  });
});

test("the operator may let webhooks into private networks", async () => {
  await using core = await startStage({ WEBHOOK_PRIVATE_NETWORKS: "true" });
  using receiver = startReceiver();
  const bob = core.bob.asPerson();
  const inside = { url: "http://10.0.0.1:8080/hook" };
  await webhookOf(bob, inside, ["message.appended"]);
  const { webhookId } = await webhookOf(bob, receiver);
  await bob.run(testWebhook, { webhookId });
  const loop = new Deliveries(core.services);
  await loop.pass();
  await loop.idle();
  expect(receiver.received.map(({ event }) => event.type)).toContain(
    "webhook.test",
  );
  for (const url of ["file:///etc/passwd", "http://a:b@10.0.0.1/"]) {
    expect((await bob.refused(addWebhook, { url })).code).toBe("url_refused");
  }
});

test("what tests aim at one host is bounded over all accounts, and each other host has its own", async () => {
  await using core = await startStage();
  const [alice, bob] = [core.alice.asPerson(), core.bob.asPerson()];
  const at = async (who: typeof bob, url: string) =>
    (await webhookOf(who, { url })).webhookId;
  const ofAlice = { webhookId: await at(alice, "https://hooks.example/a") };
  const ofBob = { webhookId: await at(bob, "https://hooks.example/b") };
  const elsewhere = { webhookId: await at(bob, "https://else.example/b") };
  for (let sent = 0; sent < LIMITS.webhookAskedPerHostMinute; sent += 2) {
    await alice.run(testWebhook, ofAlice);
    await bob.run(testWebhook, ofBob);
  }
  for (const refusal of [
    await alice.refused(testWebhook, ofAlice),
    await bob.refused(testWebhook, ofBob),
  ]) {
    expect(refusal.code).toBe("rate_limited");
    expect(refusal.extra.rate).toMatchObject({ class: "target" });
  }
  // The end of a task that is pushed at once counts, too.
  const conversationId = await send(core.alice, { to: core.bob.address });
  await alice.run(cancelConversation, { conversationId, reason: "enough" });
  const ended = { conversationId, url: "https://hooks.example/c" };
  expect((await alice.refused(createTaskPush, ended)).code).toBe(
    "rate_limited",
  );
  await bob.run(testWebhook, elsewhere);
  core.advance(120_000);
  await bob.run(testWebhook, ofBob);
});

test("events that are sent to a host once more count as its tests do", async () => {
  await using core = await startSending();
  using receiver = startReceiver();
  const person = core.bob.asPerson();
  const { webhookId } = await webhookOf(person, receiver, ["message.appended"]);
  await send(core.alice, { to: core.bob.address });
  await core.deliver();
  const [sent] = await logOf(person, webhookId);
  const one = { webhookId, deliveryId: sent?.deliveryId ?? "" };
  const span = { webhookId, from: new Date(START).toISOString() };
  await person.run(replayWebhook, one);
  await core.deliver();
  for (let asked = 1; asked < LIMITS.webhookAskedPerHostMinute; asked++) {
    await person.run(testWebhook, { webhookId });
  }
  for (const refusal of [
    await person.refused(testWebhook, { webhookId }),
    await person.refused(replayWebhook, one),
    await person.refused(replayWebhook, span),
  ]) {
    expect(refusal.code).toBe("rate_limited");
    expect(refusal.extra.rate).toMatchObject({ class: "target" });
  }
});
