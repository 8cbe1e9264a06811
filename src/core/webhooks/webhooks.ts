/**
 * How is an account's own server told of events? `make_events.ts` makes events of changes,
 * `messages.ts` has their form, `signature.ts` signs them, `target.ts` says where they may
 * go, `webhook_store.ts` keeps the webhooks. `task_push.ts` are those that an A2A client gave for
 * one task.
 * @module
 */
import type { Static } from "typebox";
import { Type } from "typebox";
import type { CommandCall, QueryCall } from "../access/context.ts";
import { isMember } from "../access/principal.ts";
import { Word } from "../base/own_words.ts";
import {
  closed,
  filled,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { ownerOf } from "../identity/accounts.ts";
import { WEBHOOK_EVENTS } from "./event_types.ts";
import { seal, unseal } from "./sealed.ts";
import { newSecret } from "./signature.ts";
import type { Webhook } from "./webhook_store.ts";
import { webhookStore } from "./webhook_store.ts";

export const WebhookId = filled("Id of the webhook.", 64);

export const EventTypes = Type.Array(Type.Enum([...WEBHOOK_EVENTS]), {
  description: "The types of events that it wants; every one if left out.",
  minItems: 1,
  uniqueItems: true,
});

export const SecretSchema = Word(
  "digest",
  "Signing secret (Standard Webhooks). Shown once.",
);

/** A webhook as its owner sees it. */
export const WebhookSchema = closed({
  webhookId: Word("id", "Id of the webhook."),
  url: Word("link", "Where events are sent."),
  events: nullable(
    Type.Array(Type.Enum([...WEBHOOK_EVENTS]), {
      description: "The types that it wants.",
    }),
  ),
  status: Type.Enum(["active", "paused"], {
    description: "A paused one gets nothing, and continues where it stopped.",
  }),
  reason: nullable(
    Type.Enum(["failing", "gone", "access_ended"], {
      description:
        "Why the service paused it: it failed for three days, answered 410, or the agent access that made it ended.",
    }),
  ),
  failingSince: nullable(timestamp("Since when nothing was taken.")),
  madeBy: nullable(
    Word("id", "The credential that made it; null for its owner."),
  ),
  oldSecretUntil: nullable(
    timestamp("Until when messages are signed with the old secret, too."),
  ),
  createdAt: timestamp("When it was created."),
});

/** Shows a webhook, never its secret. */
export function presentWebhook(
  it: Webhook,
  now: number,
): Static<typeof WebhookSchema> {
  const until = it.oldUntil !== null && it.oldUntil > now ? it.oldUntil : null;
  return {
    webhookId: it.id,
    url: it.url,
    events:
      it.events && WEBHOOK_EVENTS.filter((type) => it.events?.includes(type)),
    status: it.status,
    reason: it.reason,
    failingSince: timeOrNull(it.failingSince),
    madeBy: it.credentialId,
    oldSecretUntil: timeOrNull(until),
    createdAt: showTime(it.createdAt),
  };
}

/** One event that was sent or waits, with the results of its attempts. */
export const DeliverySchema = closed({
  deliveryId: Word("id", "The webhook-id of every attempt."),
  type: Word("code", "The type of the event."),
  status: Type.Enum(["waiting", "sending", "delivered", "failed"]),
  createdAt: timestamp("When it was created."),
  nextAttemptAt: nullable(timestamp("When it is tried next.")),
  request: string("The body that is sent."),
  attempts: Type.Array(
    closed({
      at: timestamp("When it was tried."),
      tookMs: Type.Integer({ description: "How long that took." }),
      status: nullable(
        Type.Integer({ description: "Of the answer; null without one." }),
      ),
      error: nullable(
        Word(
          "code",
          "Why there was no answer, such as timeout or unreachable.",
        ),
      ),
      response: nullable(string("How the body of the answer begins.")),
    }),
    { description: "The newest attempts, the oldest of them first." },
  ),
});

/** Shows a delivery to the webhook's owner or manager. */
export function presentDelivery(it: Delivery): Static<typeof DeliverySchema> {
  return {
    deliveryId: it.id,
    type: it.kind,
    status: shownStatus(it),
    createdAt: showTime(it.createdAt),
    nextAttemptAt: it.settledAt === null ? showTime(it.dueAt) : null,
    request: it.body,
    attempts: it.log.map(({ at, ...rest }) => ({ at: showTime(at), ...rest })),
  };
}

/** No event is dropped: one that may not be sent any more has failed, and may be sent again. */
function shownStatus({ status }: Delivery) {
  return status === "dropped" ? "failed" : status;
}

/** The access that manages webhooks here; null for the owner and the operator. */
export function managerOf({ caller }: QueryCall): string | null {
  const { principal } = caller;
  return isMember(principal) ? (principal.credentialId ?? null) : null;
}

/** True for a webhook that the caller manages: an agent manages only those it made. */
export function manages(call: QueryCall, { credentialId }: Webhook): boolean {
  const manager = managerOf(call);
  return manager === null || manager === credentialId;
}

/**
 * A webhook of the account that the caller may manage.
 * @throws webhook_not_found, account_not_found
 */
export async function loadWebhook(
  call: QueryCall,
  accountId: string | undefined,
  webhookId: string,
): Promise<Webhook> {
  const owner = ownerOf(call, accountId);
  const found = await webhookStore(call.db).find(webhookId);
  const isOwn = found?.accountId === owner && found.format === "standard";
  if (isOwn && manages(call, found)) return found;
  throw new ServiceError("webhook_not_found", {
    detail: told`Cannot find this webhook.`,
  });
}

/** Writes a changed webhook and its record. */
export function changeWebhook(
  call: CommandCall,
  after: Webhook,
  type: string,
): Webhook {
  const changed = { ...after, updatedAt: call.now };
  call.write(webhookStore(call.db).update(changed));
  recordWebhook(call, changed, type);
  return changed;
}

export function recordWebhook(
  call: CommandCall,
  { id, accountId }: Pick<Webhook, "id" | "accountId">,
  type: string,
): void {
  call.record({ chainId: accountId, type, refs: { webhookId: id } });
}

const SEALED_FOR = "webhook secret";

/** A fresh secret, and its stored form. */
export function makeSecret(call: CommandCall) {
  const secret = newSecret(call.randomBytes);
  return { secret, sealed: seal(call, SEALED_FOR, secret) };
}

/** The secrets that sign a message now. */
export function signingSecrets(
  core: Pick<QueryCall, "signer">,
  { secret, oldSecret, oldUntil }: Webhook,
  now: number,
): readonly string[] {
  const isOldGood = oldSecret !== null && oldUntil !== null && oldUntil > now;
  const sealed = isOldGood ? [secret, oldSecret] : [secret];
  return sealed.map((it) => unseal(core, SEALED_FOR, it));
}
