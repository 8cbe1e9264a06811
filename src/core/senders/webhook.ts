import type { CommandCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { THREE_DAYS } from "../delivery/back_off.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import { isDisabled } from "../identity/accounts.ts";
import { queueNotice } from "../mail/notices.ts";
import { makeEvents } from "../webhooks/make_events.ts";
import { isStillSeen, sightOfWebhook } from "../webhooks/messages.ts";
import { signedHeaders } from "../webhooks/signature.ts";
import { attempt } from "../webhooks/target.ts";
import { taskPushStore } from "../webhooks/task_push_store.ts";
import type { Webhook } from "../webhooks/webhook_store.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";
import { changeWebhook, signingSecrets } from "../webhooks/webhooks.ts";
import type { Sender } from "./sender.ts";
import { TASK } from "./task_push.ts";
import type { StopReason, WebhookFormat } from "./webhook_format.ts";
import { webhookOutcome } from "./webhook_format.ts";

/** Sends events of accounts to their URLs (docs/webhooks.md). */
export const WEBHOOK: Sender = {
  name: "webhook",
  shares: {
    all: LIMITS.webhooksAtOnceMax,
    ofAccount: LIMITS.webhooksAtOnceOfAccount,
    ofHost: LIMITS.webhooksAtOnceOfHost,
    failing: LIMITS.webhooksAtOnceFailing,
  },
  schedule: THREE_DAYS,
  isKept: true,
  canLeave: () => true,
  async busy({ db, clock }) {
    const found = [
      ...(await webhookStore(db).busy(clock())),
      ...(await taskPushStore(db).busy(clock())),
    ];
    return found.map(({ id, accountId, url, failingSince }) => {
      const isFailing = failingSince !== null;
      return { id, accountId, isFailing, host: () => new URL(url).host };
    });
  },
  async begin(call, webhookId) {
    const webhook = await openWebhook(call, webhookId);
    if (!webhook) return false;
    return await FORMATS[webhook.format].begin(call, webhook);
  },
  async compose(call, delivery) {
    // Read again: it may have been paused, moved or rotated, or lost its access.
    const webhook = await openWebhook(call, delivery.recipient);
    if (!webhook) return { came: "later" };
    return await FORMATS[webhook.format].compose(call, webhook, delivery);
  },
  chainOf: ({ accountId }, { came }) =>
    came === "delivered" ? null : accountId,
  async settled(call, delivery, outcome) {
    const { recipient } = delivery;
    const { came } = outcome;
    const store = webhookStore(call.db);
    const webhook = await store.find(recipient);
    if (webhook?.status !== "active" || came === "later") return;
    const format = FORMATS[webhook.format];
    if (format.settled?.(call, webhook, { delivery, outcome })) return;
    // An event that is no longer visible says nothing about the receiver.
    if (came === "failed") return;
    const { failingSince } = webhook;
    if (came === "delivered") {
      if (failingSince !== null) call.write(store.failing(recipient, null));
      return;
    }
    const failsFor = call.now - (failingSince ?? call.now);
    const isFailing = failsFor >= LIMITS.webhookFailingMs;
    const reason = came === "gone" ? "gone" : isFailing ? "failing" : null;
    const marked = { ...webhook, failingSince: failingSince ?? call.now };
    if (reason) format.stop(call, marked, reason);
    else if (failingSince === null) {
      call.write(store.failing(recipient, call.now));
    }
  },
};

/** The form of an account's own webhooks: events without content, signed. */
const EVENTS: WebhookFormat = {
  async begin(call, webhook) {
    const sight = await sightOfWebhook(call, webhook);
    if (sight !== undefined) return await makeEvents(call, webhook, sight);
    pause(call, webhook, "access_ended");
    return false;
  },
  async compose(call, webhook, delivery) {
    const sight = await sightOfWebhook(call, webhook);
    if (sight === undefined) return { came: "later" };
    if (!isStillSeen(sight, delivery)) return unseen(call.now);
    const { id, body } = delivery;
    return async () => {
      const now = call.clock();
      const secrets = signingSecrets(call, webhook, now);
      const headers = signedHeaders({ id, now, body }, secrets);
      const answer = await attempt(call, webhook.url, { headers, body });
      return webhookOutcome(answer, now, call.clock());
    };
  },
  stop: pause,
};

const FORMATS: Readonly<Record<Webhook["format"], WebhookFormat>> = {
  standard: EVENTS,
  a2a: TASK,
};

/** A webhook that may be sent to: none of a closed account, until it is reopened. */
async function openWebhook(
  call: CommandCall,
  webhookId: string,
): Promise<Webhook | undefined> {
  const webhook = await webhookStore(call.db).find(webhookId);
  if (webhook?.status !== "active") return undefined;
  return (await isDisabled(call, webhook.accountId)) ? undefined : webhook;
}

/** The outcome of an event that its access could read when it was made, but not now. */
function unseen(at: number): DeliveryOutcome {
  const error = "insufficient_scope";
  const answer = { status: null, error, response: null };
  return { came: "failed", attempt: { at, tookMs: 0, ...answer } };
}

/** Pauses a webhook, and tells its owner. */
function pause(call: CommandCall, webhook: Webhook, reason: StopReason): void {
  const paused = { ...webhook, status: "paused", reason } as const;
  changeWebhook(call, paused, "webhook.paused");
  queueNotice(call, {
    conversationId: null,
    accountId: webhook.accountId,
    about: "webhook_paused",
    domain: new URL(webhook.url).host,
  });
}
