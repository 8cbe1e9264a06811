import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { closed, Done } from "../base/schemas.ts";
import { queueNotice } from "../mail/notices.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";
import { changeWebhook } from "../webhooks/webhooks.ts";

/** Sends a webhook nothing more for now, and tells its owner. */
export const pauseWebhook = defineCommand({
  name: "pause_webhook",
  title: "Pause a webhook",
  description:
    "Stop sending to a webhook that fails, wants no more or has lost the access that made it, and tell its owner.",
  access: SYSTEM_ONLY,
  input: closed({
    accountId: Type.String(),
    webhookId: Type.String(),
    reason: Type.Enum(["failing", "gone", "access_ended"]),
  }),
  output: Done,
  chains: ({ accountId }) => [accountId],
  async run({ accountId, webhookId, reason }, call) {
    const found = await webhookStore(call.db).find(webhookId);
    if (found?.status !== "active") return { done: false };
    changeWebhook(
      call,
      { ...found, status: "paused", reason },
      "webhook.paused",
    );
    queueNotice(call, {
      conversationId: null,
      accountId,
      about: "webhook_paused",
      domain: new URL(found.url).host,
    });
    return { done: true };
  },
});
