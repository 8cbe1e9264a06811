import type { CommandCall } from "../../../access/context.ts";
import type { Payment } from "../../../payments/model.ts";
import { settledAs } from "../../../payments/rail.ts";
import type { Done } from "../../model/acting.ts";
import type { Conversation } from "../../model/model.ts";
import { lapse } from "../settlement/dispute_end.ts";
import { priceParties } from "../settlement/hold_end.ts";
import { setPayment } from "../store/change.ts";

/** The sums of a hold's ends, and why they differ from the decision. */
export interface OtherEnd extends Pick<Payment, "released" | "returned"> {
  readonly problem: string | null;
}

/**
 * Ends a price as the chain did, where that differs from the decision: a capture that came
 * too late, or a return after somebody else captured. Tells both sides, and corrects the
 * sums.
 */
export function settleOtherwise(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
  { problem, ...sums }: OtherEnd,
): Done {
  const ended = endedAs(call, payment, sums);
  const refs = { problem: problem ?? "" };
  // Nothing is left that a dispute could freeze.
  const open =
    ended.status === "held" ? conversation : lapse(call, conversation);
  return {
    after: setPayment(call, open, ended, "payment.corrected", { refs }),
    notify: priceParties(conversation),
  };
}

/** The payment as the chain ended it. */
function endedAs(
  call: CommandCall,
  payment: Payment,
  { released, returned }: Pick<Payment, "released" | "returned">,
): Payment {
  // A raise that came too late was held, too, and is no part of the price.
  const paid = Math.min(released, payment.price);
  const rest = Math.min(returned, payment.price - paid);
  const sums = { released: paid, returned: rest };
  const ended = settledAs(call, payment, sums, "capture_failed");
  return { ...ended, pendingAt: null };
}
