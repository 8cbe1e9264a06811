import type { CommandCall } from "../access/context.ts";
import {
  balanceOf,
  escrowOf,
  openEscrow,
  openRevenue,
  REVENUE,
  transfer,
  walletOf,
} from "./ledger.ts";
import type { PaymentRail, ReleaseIntent } from "./rail_port.ts";
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
  release(call, intent) {
    const { payerId, payeeId, amount, fee, receipt: _, ...rest } = intent;
    transfer(call, {
      ...rest,
      tells: payerId,
      kind: "release",
      from: escrowOf(rest.paymentId),
      to: walletOf(payeeId),
      amount: amount - fee,
    });
    if (fee > 0) keepFee(call, intent);
  },
  void(call, { payerId, reason: _reason, ...intent }) {
    transfer(call, {
      ...intent,
      kind: "void",
      from: escrowOf(intent.paymentId),
      to: walletOf(payerId),
    });
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

function keepFee(
  call: CommandCall,
  { key, paymentId, conversationId, fee }: ReleaseIntent,
): void {
  openRevenue(call);
  transfer(call, {
    kind: "fee",
    from: escrowOf(paymentId),
    to: REVENUE,
    amount: fee,
    key: `${key}:fee`,
    paymentId,
    conversationId,
  });
}
