import type { Server } from "bun";
import { taskWriter } from "../../../src/a2a/push/pushed_task.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { addWebhook } from "../../../src/core/operations/add_webhook.ts";
import { listWebhookDeliveries } from "../../../src/core/operations/list_webhook_deliveries.ts";
import type { WebhookEventType } from "../../../src/core/webhooks/event_types.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { startStage } from "../core_harness.ts";

/** A request as a receiver got it. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: object;
  };
}

/** A server of somebody else that takes webhooks. */
export interface Receiver extends Disposable {
  readonly url: string;
  readonly received: Received[];
  /** How it answers the next ones. */
  answer: (received: Received) => Response | Promise<Response>;
}

export function startReceiver(hostname = "127.0.0.1"): Receiver {
  const received: Received[] = [];
  const server: Server<undefined> = Bun.serve({
    port: 0,
    hostname,
    async fetch(request) {
      const body = await request.text();
      const headers = request.headers.toJSON();
      const one = { headers, body, event: JSON.parse(body) };
      received.push(one);
      return await receiver.answer(one);
    },
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    answer: () => new Response(null, { status: 204 }),
    [Symbol.dispose]: () => void server.stop(true),
  };
  return receiver;
}

/** A core whose webhooks may go to this machine, and the loop that sends them. */
export interface Sending extends Stage {
  readonly loop: Deliveries;
  /** Sends all that is due, and waits for it. */
  deliver(): Promise<void>;
}

/** @param chance How much longer than its least each pause is: 0 to 255, by chance if absent. */
export async function startSending(chance?: number): Promise<Sending> {
  const core = await startStage({ ALLOW_LOOPBACK_FETCH: "true" });
  const { randomBytes: some } = core.services;
  const randomBytes = (count: number) =>
    count === 1 && chance !== undefined ? Uint8Array.of(chance) : some(count);
  const services = { ...core.services, randomBytes };
  const loop = new Deliveries(services, { writeTask: taskWriter(services) });
  const deliver = async () => {
    await loop.pass();
    await loop.idle();
  };
  return { ...core, loop, deliver };
}

/** Adds a webhook of a person, and gives its id and secret. */
export async function webhookOf(
  who: Actor,
  { url }: Pick<Receiver, "url">,
  events?: WebhookEventType[],
) {
  const { webhook, secret } = await who.run(addWebhook, {
    url,
    ...(events && { events }),
  });
  return { ...webhook, secret };
}

/** The deliveries of a webhook, the newest first. */
export async function logOf(who: Actor, webhookId: string) {
  return (await who.run(listWebhookDeliveries, { webhookId })).deliveries;
}
