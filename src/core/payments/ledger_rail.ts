import type { Movement } from "./ledger.ts";
import {
  balanceOf,
  escrowOf,
  openEscrow,
  openRevenue,
  REVENUE,
  transfer,
  walletOf,
} from "./ledger.ts";
import type { PaymentRail } from "./rail_port.ts";
import { reconcileStore } from "./reconcile_store.ts";

/**
 * The built-in ledger as a rail: test money, moved by statements in the commit that decides
 * it.
 */
export const ledgerRail: PaymentRail = {
  name: "ledger",
  async quote(call, { payerId, amount }) {
    const available = await balanceOf(call, payerId);
    return { available, missing: Math.max(0, amount - available) };
  },
  hold(call, _approval, { payerId, signed: _signed, ...intent }) {
    openEscrow(call, intent.paymentId);
    transfer(call, {
      ...intent,
      kind: "hold",
      from: walletOf(payerId),
      to: escrowOf(intent.paymentId),
    });
  },
  settlePart(call, intent) {
    const { paymentId, conversationId, key, payerId } = intent;
    const { payeeId, released, fee, returned } = intent;
    const rest = { paymentId, conversationId, from: escrowOf(paymentId) };
    const add = (moved: Omit<Movement, keyof typeof rest>) => {
      if (moved.amount > 0) transfer(call, { ...moved, ...rest });
    };
    if (released > 0 && payeeId === null) {
      throw new RangeError("What is released has a payee");
    }
    if (payeeId !== null) {
      const paid = { kind: "release", to: walletOf(payeeId) } as const;
      add({ ...paid, key, amount: released - fee, tells: payerId });
    }
    if (fee > 0) openRevenue(call);
    add({ kind: "fee", to: REVENUE, amount: fee, key: `${key}:fee` });
    const back = released > 0 ? `${key}:void` : key;
    add({ kind: "void", to: walletOf(payerId), amount: returned, key: back });
  },
  refund(call, _approval, { payerId, payeeId, signed: _signed, ...intent }) {
    transfer(call, {
      ...intent,
      kind: "refund",
      from: walletOf(payeeId),
      to: walletOf(payerId),
    });
  },
  get: (call, paymentId) => reconcileStore(call.db).payment(paymentId),
  reconcile: (call) => reconcileStore(call.db).faults(),
};
