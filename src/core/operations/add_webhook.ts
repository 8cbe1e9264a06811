import { Type } from "typebox";
import { defineCommand, OWNER_OR_AGENT } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { changeStore } from "../events/change_store.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";
import { readTarget } from "../webhooks/target.ts";
import type { Webhook } from "../webhooks/webhook_store.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";
import {
  EventTypes,
  makeSecret,
  managerOf,
  presentWebhook,
  recordWebhook,
  SecretSchema,
  WebhookSchema,
} from "../webhooks/webhooks.ts";

/** Sends the account's events to a URL from now on. */
export const addWebhook = defineCommand({
  name: "add_webhook",
  title: "Add a webhook",
  description:
    "Send your events to a URL from now on, signed with a secret that is shown once. They say what happened, without content.",
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({
    accountId: OwnerId,
    url: string(
      "An https URL on a public host and port 443.",
      LIMITS.uriCharsMax,
    ),
    events: Type.Optional(EventTypes),
  }),
  output: closed({ webhook: WebhookSchema, secret: SecretSchema }),
  shownOnce: "secret",
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId: named, url, events }, call) {
    const { id: accountId } = await loadAccount(call, ownerOf(call, named));
    const store = webhookStore(call.db);
    const { webhooks } = call.settings.quotas;
    if ((await store.of(accountId)).length >= webhooks) {
      throw new ServiceError("quota_exceeded", {
        detail: told`Cannot add another webhook: the maximum is ${webhooks}.`,
      });
    }
    const { secret, sealed } = makeSecret(call);
    const webhook: Webhook = {
      id: call.newId("webhook"),
      accountId,
      format: "standard",
      conversationId: null,
      configId: null,
      credentialId: managerOf(call),
      url: readTarget(call, url).href,
      events: events ?? null,
      status: "active",
      reason: null,
      failingSince: null,
      secret: sealed,
      oldSecret: null,
      oldUntil: null,
      readTo: (await changeStore(call.db).end()).place,
      changedTo: null,
      createdAt: call.now,
      updatedAt: call.now,
    };
    call.write(store.insert(webhook));
    recordWebhook(call, webhook, "webhook.added");
    return { webhook: presentWebhook(webhook, call.now), secret };
  },
});
