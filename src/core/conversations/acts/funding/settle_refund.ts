import type { CommandCall } from "../../../access/context.ts";
import { inNameOf } from "../../../identity/in_name_of.ts";
import type { EndedMovement } from "../../../payments/chain/chain_port.ts";
import type { Payment } from "../../../payments/model.ts";
import { refundedNow } from "../../../payments/rail.ts";
import type { Done } from "../../model/acting.ts";
import { actAs } from "../../model/acting.ts";
import type { Conversation } from "../../model/model.ts";
import { closeAbout } from "../checkpoints/checkpoint.ts";
import { endClaim } from "../settlement/dispute_end.ts";
import { priceParties } from "../settlement/hold_end.ts";
import { setPayment } from "../store/change.ts";

/**
 * Applies what the chain did with a refund: it counts once final; a refused one has returned
 * nothing and can be signed again.
 */
export function settleRefund(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
  { isRefused, amount, problem }: EndedMovement,
): Done {
  const notify = priceParties(conversation);
  if (isRefused) {
    const waiting = { ...payment, pendingAt: null };
    const refs = { problem: problem ?? "" };
    const type = "payment.refund_failed";
    const after = setPayment(call, conversation, waiting, type, { refs });
    return { after, notify };
  }
  if (payment.payeeId === null) throw new RangeError("Somebody gives it back");
  const payee = actAs(inNameOf(call, payment.payeeId), "recipient");
  const answered = { status: "approved", comment: null } as const;
  const claimed = endClaim(payee, conversation, "settled", amount);
  const closed = closeAbout(payee, claimed, "refund", answered);
  const refunded = refundedNow(call, payment, amount);
  const refs = { amount: String(amount) };
  const after = setPayment(payee, closed, refunded, "payment.refunded", {
    refs,
  });
  return { after, notify };
}
