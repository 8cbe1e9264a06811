import { defineCommand, OWNER_OR_AGENT } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { asInserted, deliveryStore } from "../delivery/delivery_store.ts";
import { OwnerId } from "../identity/schemas.ts";
import { newEvent } from "../webhooks/make_events.ts";
import { TEST_EVENT } from "../webhooks/messages.ts";
import { takeTarget } from "../webhooks/target_rate.ts";
import {
  DeliverySchema,
  loadWebhook,
  presentDelivery,
  WebhookId,
} from "../webhooks/webhooks.ts";

/** Sends a webhook a test event. */
export const testWebhook = defineCommand({
  name: "test_webhook",
  title: "Send a test event",
  description:
    "Send a webhook.test event to a webhook, signed like every other. Its result is in the webhook's log.",
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({ accountId: OwnerId, webhookId: WebhookId }),
  output: closed({ delivery: DeliverySchema }),
  chains: () => [],
  async run({ accountId, webhookId }, call) {
    const webhook = await loadWebhook(call, accountId, webhookId);
    takeTarget(call, webhook, 1);
    const event = { type: TEST_EVENT, data: { webhookId: webhook.id } };
    const store = deliveryStore(call.db);
    const delivery = asInserted(newEvent(call, webhook, event, call.now));
    call.write(store.insert(delivery));
    return { delivery: presentDelivery(delivery) };
  },
});
