import { Type } from "typebox";
import { defineCommand, OWNER_OR_AGENT } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, nullable } from "../base/schemas.ts";
import { ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";
import { readTarget } from "../webhooks/target.ts";
import {
  changeWebhook,
  EventTypes,
  loadWebhook,
  presentWebhook,
  WebhookId,
  WebhookSchema,
} from "../webhooks/webhooks.ts";

/** Changes a webhook's URL, its events, or whether it is active. */
export const updateWebhook = defineCommand({
  name: "update_webhook",
  title: "Change a webhook",
  description:
    "Change a webhook's URL, its event types, or pause it. A resumed webhook gets what it missed.",
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({
    accountId: OwnerId,
    webhookId: WebhookId,
    url: Type.Optional(Type.String({ maxLength: LIMITS.uriCharsMax })),
    events: Type.Optional(nullable(EventTypes)),
    active: Type.Optional(flag("False pauses it, true resumes it.")),
  }),
  output: closed({ webhook: WebhookSchema }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, webhookId, url, events, active }, call) {
    const before = await loadWebhook(call, accountId, webhookId);
    const status = active ? "active" : "paused";
    const after = {
      ...before,
      ...(url !== undefined && { url: readTarget(call, url).href }),
      ...(events !== undefined && { events }),
      ...(active !== undefined && ({ status, reason: null } as const)),
      // Its time to fail starts again.
      ...(active && { failingSince: null }),
    };
    const changed = changeWebhook(call, after, "webhook.changed");
    return { webhook: presentWebhook(changed, call.now) };
  },
});
