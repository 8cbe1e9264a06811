import { Type } from "typebox";
import { defineQuery, OWNER_OR_AGENT } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Cursor, closed, PAGE_FIELDS, PageLimit } from "../base/schemas.ts";
import { OwnerId } from "../identity/schemas.ts";
import { eventStore } from "../webhooks/event_store.ts";
import {
  DeliverySchema,
  loadWebhook,
  presentDelivery,
  WebhookId,
} from "../webhooks/webhooks.ts";

/** Lists the events sent to a webhook, with its answers. */
export const listWebhookDeliveries = defineQuery({
  name: "list_webhook_deliveries",
  title: "Read a webhook's log",
  description:
    "List what a webhook was sent and what it answered, newest first, for 30 days. Pass nextCursor as cursor for the next page.",
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({
    accountId: OwnerId,
    webhookId: WebhookId,
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(PageLimit),
  }),
  output: closed({
    deliveries: Type.Array(DeliverySchema, {
      description: "One page of them.",
    }),
    ...PAGE_FIELDS,
  }),
  async run(
    { accountId, webhookId, cursor, limit = LIMITS.pageDefault },
    call,
  ) {
    const { id } = await loadWebhook(call, accountId, webhookId);
    // Ids grow with time: the next page starts from the last one of this page.
    const before = cursor ?? AFTER_ALL;
    const rows = await eventStore(call.db).list(id, before, limit + 1);
    const shown = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = hasMore ? shown.at(-1) : undefined;
    return {
      deliveries: shown.map(presentDelivery),
      nextCursor: last?.id ?? null,
      hasMore,
    };
  },
});

const AFTER_ALL = "~";
