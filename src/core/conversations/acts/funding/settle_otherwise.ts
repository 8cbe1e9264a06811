import type { CommandCall } from "../../../access/context.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import type { EndedMovement } from "../../../payments/chain/chain_port.ts";
import type { Payment } from "../../../payments/model.ts";
import type { Done } from "../../model/acting.ts";
import type { Conversation } from "../../model/model.ts";
import { priceParties } from "../settlement/hold_end.ts";
import { setPayment } from "../store/change.ts";

/**
 * Ends a price as the chain did, where that differs from the decision: a capture that came
 * too late, or a return after somebody else captured. Tells both sides, and corrects the
 * sums.
 */
export function settleOtherwise(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
  end: EndedMovement,
): Done {
  const captured = end.captured ?? 0;
  const ended =
    captured === 0
      ? returnedAfterAll(call, payment)
      : paidAfterAll(call, payment, end.amount - captured);
  const refs = { problem: end.problem ?? "" };
  return {
    after: setPayment(call, conversation, ended, "payment.corrected", { refs }),
    notify: priceParties(conversation),
  };
}

function returnedAfterAll({ now }: CommandCall, payment: Payment): Payment {
  return {
    ...payment,
    ...{ status: "voided", voidedAt: now, voidReason: "capture_failed" },
    ...{ releasedAt: null, pendingAt: null },
  };
}

/** Counts as refunded all that the payee did not get. */
export function paidAfterAll(
  { now }: CommandCall,
  payment: Payment,
  rest: MicroUsdc,
): Payment {
  const isPart = rest > 0;
  return {
    ...payment,
    ...{ status: "released", pendingAt: null },
    releasedAt: payment.releasedAt ?? now,
    ...{ voidedAt: null, voidReason: null },
    refunded: payment.refunded + rest,
    refunds: payment.refunds + (isPart ? 1 : 0),
    refundedAt: isPart ? now : payment.refundedAt,
  };
}
