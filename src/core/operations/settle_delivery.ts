import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, nullable } from "../base/schemas.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import { standingAfter } from "../delivery/outcome.ts";
import { DELIVERY_SENDERS } from "../senders/mod.ts";

/** Stores the result of a delivery: the row, its consequences and the record in one commit. */
export const settleDelivery = defineCommand({
  name: "settle_delivery",
  title: "Settle a delivery",
  access: SYSTEM_ONLY,
  input: closed({
    id: Type.String(),
    lease: Type.String(),
    /** The chain that it may be recorded on. */
    chainId: nullable(Type.String()),
    outcome: Type.Unsafe<DeliveryOutcome>({}),
  }),
  output: closed({
    became: Type.Enum([
      "delivered",
      "waiting",
      "failed",
      "gone",
      "dropped",
      // Another worker has it by now, or something newer replaced it.
      "late",
    ]),
  }),
  chains: ({ chainId }) => (chainId === null ? [] : [chainId]),
  async run({ id, lease, outcome }, call) {
    const store = deliveryStore(call.db);
    const row = await store.find(id);
    if (row?.lease !== lease) return { became: "late" as const };
    const sender = DELIVERY_SENDERS[row.sender];
    const [byte = 0] = call.randomBytes(1);
    const standing = standingAfter(row, outcome, {
      now: call.now,
      random: byte / 255,
      schedule: sender.schedule,
      keptMs: sender.keptMs,
    });
    const isEnd = standing.settledAt !== null;
    const tried = outcome.attempt ? [outcome.attempt] : [];
    const log = [...row.log, ...tried].slice(-LIMITS.deliveryAttemptsKept);
    const isForgotten = isEnd && !sender.isKept;
    call.write(
      isForgotten ? store.remove(id) : store.progress(id, { ...standing, log }),
    );
    await sender.settled(call, row, { ...outcome, isEnd });
    const { status } = standing;
    return {
      became: outcome.came === "gone" ? ("gone" as const) : SAID[status],
    };
  },
});

const SAID = {
  waiting: "waiting",
  sending: "waiting",
  delivered: "delivered",
  failed: "failed",
  dropped: "dropped",
} as const;
