import type { Delivery } from "./delivery_store.ts";

/** An event that nobody has tried to hand over yet. */
export function newDelivery(
  made: Pick<Delivery, "id" | "webhookId" | "type" | "body" | "createdAt"> &
    Partial<Pick<Delivery, "place" | "part">>,
): Delivery {
  return {
    place: null,
    part: null,
    ...made,
    status: "waiting",
    attempts: 0,
    dueAt: made.createdAt,
    lease: null,
    log: [],
    settledAt: null,
  };
}
