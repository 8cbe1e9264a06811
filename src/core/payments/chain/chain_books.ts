import type { RailPayment } from "../rail_port.ts";
import type { ChainIntent } from "./intent_store.ts";

/**
 * What the movements of a payment come to, counting those that the chain does not undo.
 * Undefined if nothing was ever held.
 */
export function chainBooks(
  all: readonly ChainIntent[],
): RailPayment | undefined {
  const done = all.filter(isDone);
  const sum = (act: ChainIntent["act"]) =>
    done
      .filter((it) => it.act === act)
      .reduce((total, { amount }) => total + amount, 0);
  if (!done.some(({ act }) => act === "hold")) return undefined;
  const [taken, released] = [sum("hold"), sum("capture")];
  // It gives back what was taken: of the holds that it was decided for, the chain may
  // have refused some.
  const voided = done.some(({ act }) => act === "void") ? taken : 0;
  const held = taken - released - voided;
  return { held, released, voided, refunded: sum("refund") };
}

function isDone({ state }: ChainIntent): boolean {
  return state === "confirmed" || state === "settled";
}
