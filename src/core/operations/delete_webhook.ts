import { Type } from "typebox";
import { defineCommand, OWNER_OR_AGENT } from "../access/operation.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";
import { ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";
import { loadWebhook, recordWebhook, WebhookId } from "../webhooks/webhooks.ts";

/** Deletes a webhook with its log and waiting events. */
export const deleteWebhook = defineCommand({
  name: "delete_webhook",
  title: "Delete a webhook",
  description:
    "Delete a webhook with its log and its queue. Nothing more is sent to it.",
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({ accountId: OwnerId, webhookId: WebhookId }),
  output: closed({
    webhookId: Word("id", "Id of the webhook."),
    deleted: Type.Literal(true, { description: "Always true." }),
  }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, webhookId }, call) {
    const found = await loadWebhook(call, accountId, webhookId);
    call.write(...webhookStore(call.db).remove(found.id));
    recordWebhook(call, found, "webhook.deleted");
    return { webhookId, deleted: true as const };
  },
});
