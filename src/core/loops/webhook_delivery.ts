import type { Caller } from "../access/context.ts";
import { SYSTEM } from "../access/principal.ts";
import type { Shares } from "../access/shared_slots.ts";
import { SharedSlots } from "../access/shared_slots.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { ConstraintError } from "../db/failure.ts";
import { changeStore } from "../events/change_store.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { pauseWebhook } from "../operations/pause_webhook.ts";
import { settleWebhook } from "../operations/settle_webhook.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";
import { newDelivery } from "../webhooks/deliveries.ts";
import type { Delivery } from "../webhooks/delivery_store.ts";
import { webhookDeliveryStore } from "../webhooks/delivery_store.ts";
import {
  eventsOf,
  isStillSeen,
  messageBody,
  sightOfWebhook,
} from "../webhooks/messages.ts";
import { attempt } from "../webhooks/target.ts";
import type { Webhook } from "../webhooks/webhook_store.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";
import { signingSecrets } from "../webhooks/webhooks.ts";

const CALLER: Caller = {
  principal: SYSTEM,
  via: "system",
  requestId: "webhooks",
};

const SHARES: Shares = {
  all: LIMITS.webhooksAtOnceMax,
  ofAccount: LIMITS.webhooksAtOnceOfAccount,
  ofHost: LIMITS.webhooksAtOnceOfHost,
  failing: LIMITS.webhooksAtOnceFailing,
};

type Stop = Pick<AbortSignal, "aborted">;

/**
 * Makes events of what changed for the accounts of webhooks, and hands them over: each
 * webhook for itself, so that one that does not answer keeps nobody else waiting. An
 * event is leased, sent and settled; if the process dies in between it is sent once more,
 * with the same id and body.
 */
export class WebhookDelivery {
  readonly #services: Services;
  readonly #slots: SharedSlots;

  constructor(services: Services) {
    this.#services = services;
    this.#slots = new SharedSlots(SHARES, (error) =>
      services.log.error("webhook_delivery.failed", error),
    );
  }

  /** Begins with every webhook that has something to do; it does not wait for them. */
  async pass(signal: Stop = { aborted: false }): Promise<void> {
    const { db, clock } = this.#services;
    for (const webhook of await webhookStore(db).busy(clock())) {
      if (this.#slots.isFull) return;
      const { id, accountId, url, failingSince } = webhook;
      const host = () => new URL(url).host;
      const isFailing = failingSince !== null;
      this.#slots.begin({ id, accountId, host, isFailing }, () =>
        this.#work(webhook, signal),
      );
    }
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    await this.#slots.idle();
  }

  async #work(webhook: Webhook, signal: Stop): Promise<void> {
    const sight = await this.#sightOf(webhook);
    if (sight === undefined) return;
    await this.#makeEvents(webhook, sight, signal);
    while (!signal.aborted && (await this.#sendSome(webhook.id, signal)));
  }

  /** Sends as many as may be under way at once; false if there is nothing more to do. */
  async #sendSome(id: string, signal: Stop): Promise<boolean> {
    const { db, clock, randomBytes } = this.#services;
    // Read anew: meanwhile it may be paused, moved, rotated, or lose its access.
    const webhook = await webhookStore(db).find(id);
    if (webhook?.status !== "active") return false;
    const sight = await this.#sightOf(webhook);
    if (sight === undefined) return false;
    const lease = randomBytes(16).toHex();
    const due = await webhookDeliveryStore(db).lease(id, lease, clock());
    const sent = due.map((it) =>
      isStillSeen(sight, it)
        ? this.#send(webhook, it, { lease, signal })
        : this.#withhold(it),
    );
    const pauses = await Promise.all(sent);
    const pause = pauses.find((it) => it !== null);
    if (pause) await this.#pause(webhook, pause);
    return due.length > 0 && !pause;
  }

  /** What it may be told now; pauses it if its access has ended. */
  async #sightOf(webhook: Webhook): Promise<number | undefined> {
    const { db } = this.#services;
    const account = await accountStore(db).byId(webhook.accountId);
    // Of a closed account nothing is sent; it goes on with what it missed if that is opened.
    if (account?.disabledAt !== null) return undefined;
    const sight = await sightOfWebhook(this.#services, webhook);
    if (sight === undefined) await this.#pause(webhook, "access_ended");
    return sight;
  }

  /** Settles an event that its access read when it was made, and does not read now. */
  async #withhold({ id, dueAt, log }: Delivery): Promise<null> {
    const { db, clock, measures } = this.#services;
    const now = clock();
    const error = "insufficient_scope";
    const attempt = { at: now, tookMs: 0, status: null, error, response: null };
    const progress = { status: "failed", dueAt, settledAt: now } as const;
    const kept = [...log, attempt].slice(-LIMITS.webhookAttemptsKept);
    const store = webhookDeliveryStore(db);
    await db.commit([store.progress(id, { ...progress, log: kept })]);
    measures.webhooks.of("failed").add();
    return null;
  }

  /** Rows in one batch with the place up to which the changes were read. */
  async #makeEvents(
    webhook: Webhook,
    sight: number,
    signal: Stop,
  ): Promise<void> {
    const { db, newId } = this.#services;
    const deliveries = webhookDeliveryStore(db);
    let { readTo } = webhook;
    while (!signal.aborted) {
      // What cannot be taken now stays where it is, for weeks.
      const waiting = await deliveries.countWaiting(webhook.id);
      if (waiting >= LIMITS.webhookWaitingMax) return;
      const rows = await changeStore(db).after(
        webhook.accountId,
        readTo,
        LIMITS.webhookChangesAtOnce,
      );
      const last = rows.at(-1);
      if (!last) return;
      const statements = [
        webhookStore(db).read(webhook.id, readTo, last.place),
      ];
      for (const row of rows) {
        const events = await eventsOf(this.#services, webhook, sight, row);
        for (const [part, event] of events.entries()) {
          const { type } = event;
          const made = newDelivery({
            ...{ id: newId("webhookMessage"), webhookId: webhook.id },
            ...{ place: row.place, part, type, createdAt: row.at },
            body: messageBody(event, row.at),
          });
          statements.push(deliveries.insert(made));
        }
      }
      try {
        await db.commit(statements);
      } catch (error) {
        // Another node has read the same changes.
        if (error instanceof ConstraintError) return;
        throw error;
      }
      readTo = last.place;
    }
  }

  /** Gives why the webhook is to be paused. */
  async #send(
    webhook: Webhook,
    { id, body }: Delivery,
    { lease, signal }: { readonly lease: string; readonly signal: Stop },
  ): Promise<"failing" | "gone" | null> {
    const services = this.#services;
    const startedAt = services.clock();
    const secrets = signingSecrets(services, webhook, startedAt);
    const message = { id, now: startedAt, body };
    const { retryAfter, ...answer } = await attempt(
      services,
      webhook.url,
      message,
      secrets,
    );
    // A process that ends says nothing: it is sent once more when the lease is over.
    if (signal.aborted) return null;
    const { output } = await callOperation(services, settleWebhook, CALLER, {
      ...{ deliveryId: id, lease, startedAt, ...answer },
      ...(retryAfter !== undefined && { retryAfter }),
    });
    services.measures.webhooks.of(output.outcome ?? "late").add();
    return output.pause;
  }

  async #pause(
    { id: webhookId, accountId }: Webhook,
    reason: "failing" | "gone" | "access_ended",
  ): Promise<void> {
    const input = { accountId, webhookId, reason };
    await callOperation(this.#services, pauseWebhook, CALLER, input);
  }
}

/** The delivery of webhooks: looks for what there is to do every second. */
export function webhookDelivery(services: Services): Loop {
  const delivery = new WebhookDelivery(services);
  return new Loop({
    everyMs: LIMITS.webhookPassMs,
    pass: (signal) => delivery.pass(signal),
    failed: (error) => services.log.error("webhook_delivery.failed", error),
  });
}
