import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { addWebhook } from "../../../src/core/operations/add_webhook.ts";
import { testWebhook } from "../../../src/core/operations/test_webhook.ts";
import { startStage } from "../core_harness.ts";
import { logOf, startReceiver, webhookOf } from "./receiver.ts";

const INSIDE = [
  "http://example.com/hook",
  "https://10.0.0.1/hook",
  "https://127.0.0.1/hook",
  "https://169.254.169.254/latest",
  "https://[::1]/hook",
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
});

test("a public name that leads there is not connected to, and its owner learns nothing of it", async () => {
  await using core = await startStage();
  using receiver = startReceiver();
  const bob = core.bob.asPerson();
  const outside = {
    ...core.services.outside,
    lookup: async () => ["127.0.0.1"],
  };
  const { webhookId } = await webhookOf(bob, {
    url: "https://rebound.example/hook",
  });
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
  await bob.run(testWebhook, elsewhere);
  core.advance(120_000);
  await bob.run(testWebhook, ofBob);
});
