import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { closed, nullable } from "../base/schemas.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import { DELIVERY_SENDERS } from "../senders/mod.ts";
import type { HandOver } from "../senders/sender.ts";

/** Composes a delivery from the current state, or tells why it is not sent. */
export const composeDelivery = defineCommand({
  name: "compose_delivery",
  title: "Compose a delivery",
  access: SYSTEM_ONLY,
  input: closed({ id: Type.String(), lease: Type.String() }),
  output: closed({
    /** Null if another lease has taken it. */
    made: nullable(Type.Unsafe<HandOver | DeliveryOutcome>({})),
  }),
  // It appends to no chain; the lease excludes others.
  chains: () => [],
  async run({ id, lease }, call) {
    const row = await deliveryStore(call.db).find(id);
    if (row?.lease !== lease) return { made: null };
    return { made: await DELIVERY_SENDERS[row.sender].compose(call, row) };
  },
});
