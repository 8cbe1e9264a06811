import type { RailPayment } from "../../../src/core/payments/rail_port.ts";
import type { ChainIntent } from "./intent_store.ts";

/** The sums of a payment's movements that are final. Undefined if nothing was ever held. */
export function chainBooks(
  all: readonly ChainIntent[],
): RailPayment | undefined {
  const done = all.filter(isDone);
  const sum = (act: ChainIntent["act"]) =>
    done
      .filter((it) => it.act === act)
      .reduce((total, { amount }) => total + amount, 0);
  if (!done.some(({ act }) => act === "hold")) return undefined;
  const taken = sum("hold");
  // It ends all that was taken: the chain may have refused some of the holds.
  const end = done.find(({ act }) => act === "capture" || act === "void");
  const released = end ? capturedBy(end) : 0;
  const voided = end ? taken - released : 0;
  return {
    ...{ held: taken - released - voided, released, voided },
    refunded: sum("refund"),
  };
}

/** The part of a hold that its end paid to the payee. */
export function capturedBy({ act, amount, captured }: ChainIntent): number {
  return captured ?? (act === "capture" ? amount : 0);
}

function isDone({ state }: ChainIntent): boolean {
  return state === "confirmed" || state === "settled";
}
