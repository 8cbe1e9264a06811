import { Type } from "typebox";
import { defineCommand, OWNER_OR_AGENT } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, integer, string } from "../base/schemas.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { OwnerId } from "../identity/schemas.ts";
import { eventStore } from "../webhooks/event_store.ts";
import { takeTarget } from "../webhooks/target_rate.ts";
import { loadWebhook, WebhookId } from "../webhooks/webhooks.ts";

const Moment = (description: string) => string(description, LIMITS.idCharsMax);

/** Sends events to a webhook again: one, or those of a span of time. */
export const replayWebhook = defineCommand({
  name: "replay_webhook",
  title: "Replay events of a webhook",
  description: `Resend events to a webhook, with the same ids: one event by its deliveryId, or those between two times, ${LIMITS.webhookReplayMax} at most.`,
  access: OWNER_OR_AGENT,
  scope: "webhooks:manage",
  input: closed({
    accountId: OwnerId,
    webhookId: WebhookId,
    deliveryId: Type.Optional(Moment("One event from the log.")),
    from: Type.Optional(Moment("RFC 3339: events from this time on.")),
    to: Type.Optional(
      Moment("RFC 3339: events up to this time; now if absent."),
    ),
  }),
  output: closed({ replayed: integer("How many are queued again.") }),
  chains: () => [],
  async run({ accountId, webhookId, deliveryId, from, to }, call) {
    const webhook = await loadWebhook(call, accountId, webhookId);
    const { id } = webhook;
    const store = eventStore(call.db);
    if ((deliveryId === undefined) === (from === undefined)) {
      throw wrong("/deliveryId", told`send either deliveryId or from`);
    }
    if (deliveryId !== undefined) {
      const found = await deliveryStore(call.db).find(deliveryId);
      if (found?.recipient !== id) {
        throw new ServiceError("webhook_not_found", {
          detail: told`Cannot find this event in the log of the webhook.`,
        });
      }
      if (found.settledAt === null) return { replayed: 0 };
      takeTarget(call, webhook, 1);
      call.write(store.replayOne(found.id, call.now));
      return { replayed: 1 };
    }
    const span = {
      from: momentOf("/from", from ?? ""),
      to: to === undefined ? call.now : momentOf("/to", to),
    };
    const replayed = await store.countSettled(id, span);
    if (replayed === 0) return { replayed };
    takeTarget(call, webhook, replayed);
    call.write(store.replay(id, span, call.now));
    return { replayed };
  },
});

function momentOf(pointer: string, text: string): number {
  const at = Date.parse(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(at)) return at;
  throw wrong(pointer, told`use a time in RFC 3339`);
}

function wrong(pointer: string, detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot replay: ${detail}.`,
    errors: [{ pointer, code: "invalid", detail }],
  });
}
