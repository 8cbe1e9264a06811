import type { CommandCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import type { NewDelivery } from "../delivery/delivery_store.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import { changeStore } from "../events/change_store.ts";
import type { WebhookEvent } from "./messages.ts";
import { eventsOf, messageBody } from "./messages.ts";
import type { Webhook } from "./webhook_store.ts";
import { webhookStore } from "./webhook_store.ts";

/** An event for a webhook, before its first attempt. */
export function newEvent(
  call: CommandCall,
  { id: recipient, accountId }: Webhook,
  event: WebhookEvent,
  createdAt: number,
): NewDelivery {
  return {
    id: call.newId("webhookMessage"),
    sender: "webhook",
    kind: event.type,
    ...{ accountId, recipient, createdAt },
    body: messageBody(event, createdAt),
  };
}

/**
 * Makes events from changes of a webhook's account, a number at a time, in one commit with
 * the place up to which the changes were read.
 * @returns True if there may be more.
 */
export async function makeEvents(
  call: CommandCall,
  webhook: Webhook,
  sight: number,
): Promise<boolean> {
  const { id, accountId, readTo } = webhook;
  const store = deliveryStore(call.db);
  // Changes that do not fit now stay where they are, for weeks.
  const waiting = await store.countWaiting(id);
  if (waiting >= LIMITS.webhookWaitingMax) return false;
  const most = LIMITS.webhookChangesAtOnce;
  const rows = await changeStore(call.db).after(accountId, readTo, most);
  const last = rows.at(-1);
  if (!last) return false;
  call.write(webhookStore(call.db).read(id, readTo, last.place));
  for (const row of rows) {
    const events = await eventsOf(call, webhook, sight, row);
    for (const [part, event] of events.entries()) {
      const made = newEvent(call, webhook, event, row.at);
      // Two nodes that read the same change make one event of it.
      const once = { series: `${id}/${part}`, number: row.place };
      call.write(store.insert({ ...made, ...once }));
    }
  }
  return true;
}
