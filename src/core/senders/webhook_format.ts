import type { CommandCall } from "../access/context.ts";
import { retryAfterMs } from "../delivery/back_off.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import type { Answered } from "../webhooks/target.ts";
import type { Webhook } from "../webhooks/webhook_store.ts";
import type { HandOver } from "./sender.ts";

/** Why nothing more is sent to a webhook. */
export type StopReason = "failing" | "gone" | "access_ended";

/** A delivery that was tried. */
export interface WebhookTried {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome & { readonly isEnd: boolean };
}

/** The part of sending that the form of a webhook decides. */
export interface WebhookFormat {
  /** Makes deliveries of what has changed; true if there are more. */
  begin(call: CommandCall, webhook: Webhook): Promise<boolean>;
  compose(
    call: CommandCall,
    webhook: Webhook,
    delivery: Delivery,
  ): Promise<HandOver | DeliveryOutcome>;
  /** True if the webhook has ended with that. */
  settled?(call: CommandCall, webhook: Webhook, tried: WebhookTried): boolean;
  stop(call: CommandCall, webhook: Webhook, reason: StopReason): void;
}

const GONE = 410;

/** The outcome of an answer. */
export function webhookOutcome(
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
