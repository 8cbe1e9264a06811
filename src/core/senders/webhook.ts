import type { CommandCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { retryAfterMs, THREE_DAYS } from "../delivery/back_off.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import { isDisabled } from "../identity/accounts.ts";
import { queueNotice } from "../mail/notices.ts";
import { makeEvents } from "../webhooks/make_events.ts";
import { isStillSeen, sightOfWebhook } from "../webhooks/messages.ts";
import type { Answered } from "../webhooks/target.ts";
import { attempt } from "../webhooks/target.ts";
import type { Webhook } from "../webhooks/webhook_store.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";
import { changeWebhook, signingSecrets } from "../webhooks/webhooks.ts";
import type { Sender } from "./sender.ts";

const GONE = 410;

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
    const found = await webhookStore(db).busy(clock());
    return found.map(({ id, accountId, url, failingSince }) => {
      const isFailing = failingSince !== null;
      return { id, accountId, isFailing, host: () => new URL(url).host };
    });
  },
  async begin(call, webhookId) {
    const webhook = await openWebhook(call, webhookId);
    if (!webhook) return false;
    const sight = await sightOfWebhook(call, webhook);
    if (sight !== undefined) return await makeEvents(call, webhook, sight);
    pause(call, webhook, "access_ended");
    return false;
  },
  async compose(call, delivery) {
    // Read again: it may have been paused, moved or rotated, or lost its access.
    const webhook = await openWebhook(call, delivery.recipient);
    const sight = webhook && (await sightOfWebhook(call, webhook));
    if (!webhook || sight === undefined) return { came: "later" };
    if (!isStillSeen(sight, delivery)) return unseen(call.now);
    const { id, body } = delivery;
    return async () => {
      const now = call.clock();
      const message = { id, now, body };
      const secrets = signingSecrets(call, webhook, now);
      const answer = await attempt(call, webhook.url, message, secrets);
      return outcomeOf(answer, now, call.clock());
    };
  },
  chainOf: ({ accountId }, { came }) =>
    came === "delivered" ? null : accountId,
  async settled(call, { recipient }, { came }) {
    const store = webhookStore(call.db);
    const webhook = await store.find(recipient);
    // An event that is no longer visible says nothing about the receiver.
    if (webhook?.status !== "active" || came === "failed") return;
    const { failingSince } = webhook;
    if (came === "delivered") {
      if (failingSince !== null) call.write(store.failing(recipient, null));
      return;
    }
    const failsFor = call.now - (failingSince ?? call.now);
    const isFailing = failsFor >= LIMITS.webhookFailingMs;
    const reason = came === "gone" ? "gone" : isFailing ? "failing" : null;
    const marked = { ...webhook, failingSince: failingSince ?? call.now };
    if (reason) pause(call, marked, reason);
    else if (failingSince === null) {
      call.write(store.failing(recipient, call.now));
    }
  },
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

function outcomeOf(
  { retryAfter, ...answer }: Answered,
  at: number,
  now: number,
): DeliveryOutcome {
  const { status } = answer;
  const isTaken = status !== null && status >= 200 && status < 300;
  return {
    came: isTaken ? "delivered" : status === GONE ? "gone" : "retry",
    attempt: { at, tookMs: Math.max(0, now - at), ...answer },
    afterMs: retryAfterMs(retryAfter, now),
  };
}

/** Pauses a webhook, and tells its owner. */
function pause(
  call: CommandCall,
  webhook: Webhook,
  reason: "failing" | "gone" | "access_ended",
): void {
  const paused = { ...webhook, status: "paused", reason } as const;
  changeWebhook(call, paused, "webhook.paused");
  queueNotice(call, {
    conversationId: null,
    accountId: webhook.accountId,
    about: "webhook_paused",
    domain: new URL(webhook.url).host,
  });
}
