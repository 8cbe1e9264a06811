import { defineCommand, OWNER_OR_AGENT } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { OwnerId } from "../identity/schemas.ts";
import { newDelivery } from "../webhooks/deliveries.ts";
import { webhookDeliveryStore } from "../webhooks/delivery_store.ts";
import { messageBody, TEST_EVENT } from "../webhooks/messages.ts";
import {
  DeliverySchema,
  loadWebhook,
  presentDelivery,
  WebhookId,
} from "../webhooks/webhooks.ts";

/** Sends a webhook an event that nothing has caused. */
export const testWebhook = defineCommand({
  name: "test_webhook",
  title: "Send a test event",
  description:
    "Send a webhook an event of the type webhook.test, signed as every other. What became of it is in the log of the webhook.",
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({ accountId: OwnerId, webhookId: WebhookId }),
  output: closed({ delivery: DeliverySchema }),
  chains: () => [],
  async run({ accountId, webhookId }, call) {
    const webhook = await loadWebhook(call, accountId, webhookId);
    const event = { type: TEST_EVENT, data: { webhookId: webhook.id } };
    const delivery = newDelivery({
      id: call.newId("webhookMessage"),
      webhookId: webhook.id,
      type: event.type,
      body: messageBody(event, call.now),
      createdAt: call.now,
    });
    call.write(webhookDeliveryStore(call.db).insert(delivery));
    return { delivery: presentDelivery(delivery) };
  },
});
