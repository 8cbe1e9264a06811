import { expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import type { ReceivedWebhook } from "../../../packages/client/src/webhook.ts";
import {
  verifyWebhook,
  WebhookRefused,
} from "../../../packages/client/src/webhook.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
const SECRET = `whsec_${btoa("a secret of 24 bytes....")}`;
const OTHER = `whsec_${btoa("another one of 24 bytes.")}`;
const EVENT = {
  type: "message.appended",
  timestamp: "2026-01-15T12:00:00.000Z",
  data: { conversationId: "cnv_1", text: "größer" },
};
const body = JSON.stringify(EVENT);

/** A message as the official library signs it. */
function signed(secret = SECRET, at = NOW) {
  const seconds = new Date(at);
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at / 1_000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", seconds, body),
  };
}

const verify = (given: Partial<ReceivedWebhook>) =>
  verifyWebhook({
    secret: SECRET,
    headers: signed(),
    body,
    now: NOW,
    ...given,
  });

test("what the official library signs is verified and read", async () => {
  expect(await verify({})).toEqual(EVENT);
  expect(await verify({ headers: new Headers(signed()) })).toEqual(EVENT);
  expect(await verify({ body: new TextEncoder().encode(body) })).toEqual(EVENT);
});

test("of two signatures one is enough, and of two secrets", async () => {
  const both = {
    ...signed(),
    "webhook-signature": `${signed(OTHER)["webhook-signature"]} v1a,AAAA ${signed()["webhook-signature"]}`,
  };
  expect(await verify({ headers: both })).toEqual(EVENT);
  expect(await verify({ secret: [OTHER, SECRET] })).toEqual(EVENT);
});

test("a message that is not the service's is refused", async () => {
  const headers = signed();
  for (const given of [
    { secret: OTHER },
    { secret: "whsec_*" },
    { body: body.replace("cnv_1", "cnv_2") },
    { headers: { ...headers, "webhook-id": "evt_2" } },
    { headers: { ...headers, "webhook-signature": "v1,AAAA" } },
    { headers: { ...headers, "webhook-signature": "v1,*" } },
    { headers: { ...headers, "webhook-signature": undefined } },
    { headers: { ...headers, "webhook-timestamp": "1e9" } },
    { headers: signed(SECRET, NOW - 301_000) },
    { headers: signed(SECRET, NOW + 301_000) },
  ]) {
    expect(verify(given)).rejects.toBeInstanceOf(WebhookRefused);
  }
});
