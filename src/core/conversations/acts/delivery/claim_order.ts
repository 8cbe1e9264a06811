import type { CommandCall } from "../../../access/context.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { countDays } from "../../../payments/totals/count_days.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { recordEvent } from "../store/change.ts";

/**
 * Gives an order that a wallet paid to an account: it is its sender and its payer from then on.
 * Money goes back to the wallet as before.
 * @throws payment_pending while the chain has not decided
 */
export function claimOrder(
  call: CommandCall,
  order: Conversation,
  sender: Participant,
): Conversation {
  const { accountId } = call.member;
  const { payment, participants } = order;
  const isRefunded = payment !== null && payment.refunded > 0;
  if (payment && (payment.pendingAt !== null || isRefunded)) {
    throw new ServiceError("payment_pending", {
      detail: isRefunded
        ? told`Cannot move this order: its price was refunded to the wallet.`
        : told`Cannot move this order yet: its payment is on its way.`,
    });
  }
  const paid = payment && { ...payment, payerId: accountId };
  if (payment && paid) {
    // The amount counts for the new payer, on the same day.
    const nothing = { ...payment, released: 0, releasedAt: null };
    call.write(...countDays(call.db, payment, nothing));
    call.write(...countDays(call.db, undefined, paid));
  }
  const after: Conversation = {
    ...order,
    ownerId: accountId,
    fromAddress: sender.address,
    fromName: sender.displayName,
    participants: participants.map((it) =>
      it.position === sender.position ? sender : it,
    ),
    payment: paid,
  };
  recordEvent(call, after, "order.claimed");
  return after;
}
