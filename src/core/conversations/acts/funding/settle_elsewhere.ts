import type { CommandCall } from "../../../access/context.ts";
import { remoteTaskStore } from "../../../addresses/foreign/remote_task_store.ts";
import { watchRest } from "../../../payments/held_elsewhere.ts";
import type { Payment } from "../../../payments/model.ts";
import { settledAs } from "../../../payments/rail.ts";
import type { Done } from "../../model/acting.ts";
import type { Conversation } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { isTerminal } from "../../model/states.ts";
import { closeWithout } from "../settlement/settle.ts";
import { setPayment } from "../store/change.ts";

/**
 * Settles a price that another service held, as the escrow did: paid to the payee, a part of it
 * paid, or returned. The other service's word ends the conversation; a return of all ends it, too,
 * since that service may have vanished.
 */
export function settleElsewhere(
  call: CommandCall,
  before: Conversation,
  payment: Payment,
  sums: Pick<Payment, "released" | "returned">,
): Done {
  lookForTheEnd(call, before, payment);
  if (sums.released > 0) {
    const isReturn = sums.released === payment.released;
    const type = isReturn ? "payment.voided" : "payment.released";
    const paid = paidElsewhere(call, before, payment, sums);
    const part = sums.released - payment.released;
    const refs = paid.status === "held" ? { amount: String(part) } : {};
    return {
      after: setPayment(call, before, paid, type, { refs }),
      notify: [SENDER],
    };
  }
  const returned: Payment =
    payment.status === "voided"
      ? payment
      : settledAs(call, payment, sums, "canceled");
  const after = setPayment(call, before, returned, "payment.voided");
  if (isTerminal(before.state)) return { after, notify: [SENDER] };
  const closed = closeWithout(call, after, "cancel", {
    reason: "price_returned",
    voidReason: "canceled",
  });
  return { after: closed, notify: [SENDER] };
}

/** The payment after all or a part of it was paid out. The rest is watched. */
function paidElsewhere(
  call: CommandCall,
  { id }: Conversation,
  payment: Payment,
  { released, returned }: Pick<Payment, "released" | "returned">,
): Payment {
  const rest = payment.price - released - returned;
  if (rest <= 0) {
    const sums = { released, returned };
    return { ...settledAs(call, payment, sums, "canceled"), pendingAt: null };
  }
  // After a cancel the rest is on its way back.
  const isBack = payment.status !== "held";
  const sums = { released, returned: isBack ? returned + rest : returned };
  return watchRest(call, settledAs(call, payment, sums), id);
}

/** The other service's word on the end is taken once the escrow has said it. */
function lookForTheEnd(
  call: CommandCall,
  { id: conversationId }: Conversation,
  { payeeId }: Payment,
): void {
  if (payeeId === null) return;
  const place = { conversationId, accountId: payeeId };
  call.write(remoteTaskStore(call.db).lookSoon(place, call.now));
}
