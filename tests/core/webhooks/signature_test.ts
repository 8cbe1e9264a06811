import { afterEach, expect, setSystemTime, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { rotateWebhook } from "../../../src/core/operations/rotate_webhook.ts";
import { testWebhook } from "../../../src/core/operations/test_webhook.ts";
import { DAY, START } from "../core_harness.ts";
import type { Received } from "./receiver.ts";
import { startReceiver, startSending, webhookOf } from "./receiver.ts";

afterEach(() => void setSystemTime());

function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers);
}

test("the official library verifies what is sent, and nothing that was changed", async () => {
  await using core = await startSending();
  using receiver = startReceiver();
  setSystemTime(START);
  const bob = core.bob.asPerson();
  const { webhookId, secret } = await webhookOf(bob, receiver);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await bob.run(testWebhook, { webhookId });
  await core.deliver();
  const sent = receiver.received.find(({ event }) => /test/.test(event.type));
  if (!sent) throw new Error("Expected the test event");
  expect(verify(secret, sent)).toEqual({
    type: "webhook.test",
    timestamp: "2026-01-15T12:00:00.000Z",
    data: { webhookId },
  });
  const { headers, body } = sent;
  expect(headers["content-type"]).toBe("application/json");
  for (const forged of [
    { ...sent, body: body.replace("test", "tast") },
    { ...sent, headers: { ...headers, "webhook-id": "whm_other" } },
    { ...sent, headers: { ...headers, "webhook-timestamp": "1" } },
  ]) {
    expect(() => verify(secret, forged)).toThrow();
  }
});

test("after a rotation both secrets are good for a day, and then the new one alone", async () => {
  await using core = await startSending();
  using receiver = startReceiver();
  const bob = core.bob.asPerson();
  const { webhookId, secret: old } = await webhookOf(bob, receiver);
  const { secret } = await bob.run(rotateWebhook, { webhookId });
  expect(secret).not.toBe(old);
  const next = async (now: number) => {
    setSystemTime(now);
    receiver.received.length = 0;
    await bob.run(testWebhook, { webhookId });
    await core.deliver();
    const sent = receiver.received.find(({ event }) => /test/.test(event.type));
    if (!sent) throw new Error("Expected the test event");
    return sent;
  };
  core.advance(DAY - 1);
  const both = await next(START + DAY - 1);
  for (const it of [old, secret]) expect(verify(it, both)).toBeObject();
  core.advance(1);
  const one = await next(START + DAY);
  expect(verify(secret, one)).toBeObject();
  expect(() => verify(old, one)).toThrow();
});

test("no secret is in the database as it is, nor shown again", async () => {
  await using core = await startSending();
  using receiver = startReceiver();
  const bob = core.bob.asPerson();
  const { secret } = await webhookOf(bob, receiver);
  const bare = secret.slice("whsec_".length);
  for (const table of ["webhooks", "audit_records", "account_changes"]) {
    const rows = await core.rows(`select * from ${table}`);
    expect(JSON.stringify(rows)).not.toContain(bare);
  }
});
