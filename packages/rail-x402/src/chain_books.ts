import type { Payment } from "../../../src/core/payments/model.ts";
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
  const { released, isOver } = paidBy(done);
  // The end returns all that is left: the chain may have refused some of the holds.
  const voided = isOver ? taken - released : 0;
  return {
    ...{ held: taken - released - voided, released, voided },
    refunded: sum("refund"),
  };
}

/** The sums of all decided ends of a payment, corrected where the chain ended them otherwise. */
export function decidedEnds(
  all: readonly ChainIntent[],
): Pick<Payment, "released" | "returned"> {
  const { released: sum, isOver } = paidBy(all);
  const taken = all
    .filter(({ act, state }) => act === "hold" && isUnrefused(state))
    .reduce((total, { amount }) => total + amount, 0);
  const released = Math.min(sum, taken);
  return { released, returned: isOver ? taken - released : 0 };
}

/** The sum that the ends among some movements pay, and whether they return the rest. */
export function paidBy(some: readonly ChainIntent[]) {
  const ends = some.filter(isEnd);
  return {
    released: ends.reduce((sum, it) => sum + capturedBy(it), 0),
    // A capture that got too little returned the rest, too.
    isOver: ends.some(
      (it) => it.act === "void" || (capturedBy(it) < it.amount && !isPart(it)),
    ),
  };
}

/** True for a part that another service paid out of what it holds: the rest stays held. */
export function isPart({ isWatched, captured, problem }: ChainIntent): boolean {
  return isWatched && captured !== null && problem === null;
}

function isEnd({ act, state }: ChainIntent): boolean {
  return (act === "capture" || act === "void") && isUnrefused(state);
}

function isUnrefused(state: ChainIntent["state"]): boolean {
  return state !== "refused" && state !== "dropped";
}

/** The amount that a movement paid to the payee. */
export function capturedBy({ act, amount, captured }: ChainIntent): number {
  return captured ?? (act === "capture" ? amount : 0);
}

function isDone({ state }: ChainIntent): boolean {
  return state === "confirmed" || state === "settled";
}
