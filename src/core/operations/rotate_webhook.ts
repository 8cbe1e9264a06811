import { defineCommand, OWNER_OR_AGENT } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { DAY_MS } from "../base/time.ts";
import { ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";
import {
  changeWebhook,
  loadWebhook,
  makeSecret,
  presentWebhook,
  SecretSchema,
  WebhookId,
  WebhookSchema,
} from "../webhooks/webhooks.ts";

/** Gives a webhook a new secret; for a day, events are signed with both. */
export const rotateWebhook = defineCommand({
  name: "rotate_webhook",
  title: "Rotate a webhook's secret",
  description:
    "Give a webhook a new secret, shown once. For a day, messages are signed with the old one, too.",
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({ accountId: OwnerId, webhookId: WebhookId }),
  output: closed({ webhook: WebhookSchema, secret: SecretSchema }),
  shownOnce: "secret",
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, webhookId }, call) {
    const before = await loadWebhook(call, accountId, webhookId);
    const { secret, sealed } = makeSecret(call);
    const after = {
      ...before,
      secret: sealed,
      oldSecret: before.secret,
      oldUntil: call.now + DAY_MS,
    };
    const changed = changeWebhook(call, after, "webhook.rotated");
    return { webhook: presentWebhook(changed, call.now), secret };
  },
});
