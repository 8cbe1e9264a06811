import { Type } from "typebox";
import { defineQuery, OWNER_OR_AGENT } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";
import {
  manages,
  presentWebhook,
  WebhookSchema,
} from "../webhooks/webhooks.ts";

/** Lists an account's webhooks, never their secrets. */
export const listWebhooks = defineQuery({
  name: "list_webhooks",
  title: "List webhooks",
  description:
    "List your webhooks and whether they work. An agent sees only its own.",
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({ accountId: OwnerId }),
  output: closed({
    webhooks: Type.Array(WebhookSchema, { description: "All of them." }),
  }),
  async run({ accountId }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const all = await webhookStore(call.db).of(id);
    const shown = all.filter((it) => manages(call, it));
    return { webhooks: shown.map((it) => presentWebhook(it, call.now)) };
  },
});
