import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, nullable } from "../base/schemas.ts";
import type { Delivery } from "../webhooks/delivery_store.ts";
import { webhookDeliveryStore } from "../webhooks/delivery_store.ts";
import { pauseAfter, retryAfterMs } from "../webhooks/schedule.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";

const GONE = 410;

/** Says what an attempt to reach a webhook came to. */
export const settleWebhook = defineCommand({
  name: "settle_webhook",
  title: "Settle an attempt",
  description:
    "Say what an attempt to hand an event to a webhook came to, under the lease that holds it.",
  access: SYSTEM_ONLY,
  input: closed({
    deliveryId: Type.String(),
    lease: Type.String(),
    startedAt: Type.Integer(),
    status: nullable(Type.Integer()),
    error: nullable(Type.String()),
    response: nullable(Type.String()),
    retryAfter: Type.Optional(Type.String()),
  }),
  output: closed({
    outcome: nullable(Type.Enum(["delivered", "waiting", "failed"])),
    /** Why the webhook is to be paused. */
    pause: nullable(Type.Enum(["failing", "gone"])),
  }),
  chains: () => [],
  async run({ deliveryId, lease, startedAt, retryAfter, ...answer }, call) {
    const store = webhookDeliveryStore(call.db);
    const found = await store.find(deliveryId);
    if (found?.lease !== lease) return { outcome: null, pause: null };
    const { status } = answer;
    const isTaken = status !== null && status >= 200 && status < 300;
    const after = retryAfterMs(retryAfter, call.now);
    const pauseMs =
      isTaken || status === GONE
        ? undefined
        : pauseAfter(found.attempts, chance(call), after);
    const outcome = isTaken
      ? ("delivered" as const)
      : pauseMs === undefined
        ? ("failed" as const)
        : ("waiting" as const);
    const tookMs = Math.max(0, call.now - startedAt);
    call.write(
      store.progress(deliveryId, {
        status: outcome,
        dueAt: pauseMs === undefined ? found.dueAt : call.now + pauseMs,
        settledAt: pauseMs === undefined ? call.now : null,
        log: [...found.log, { at: startedAt, tookMs, ...answer }].slice(
          -LIMITS.webhookAttemptsKept,
        ),
      }),
    );
    return { outcome, pause: await standing(call, found, { isTaken, status }) };
  },
});

function chance({ randomBytes }: CommandCall): number {
  const [random = 0] = randomBytes(1);
  return random / 255;
}

/** Notes whether the webhook takes anything, and says if it is to be paused. */
async function standing(
  call: CommandCall,
  { webhookId }: Delivery,
  answer: { readonly isTaken: boolean; readonly status: number | null },
): Promise<"failing" | "gone" | null> {
  const store = webhookStore(call.db);
  const webhook = await store.find(webhookId);
  if (webhook?.status !== "active") return null;
  const { failingSince } = webhook;
  if (answer.isTaken) {
    if (failingSince !== null) call.write(store.failing(webhookId, null));
    return null;
  }
  if (failingSince === null) call.write(store.failing(webhookId, call.now));
  if (answer.status === GONE) return "gone";
  const failsFor = call.now - (failingSince ?? call.now);
  return failsFor >= LIMITS.webhookFailingMs ? "failing" : null;
}
