import type { CommandCall } from "../../../access/context.ts";
import { remoteTaskStore } from "../../../addresses/foreign/remote_task_store.ts";
import type { EndedMovement } from "../../../payments/chain/chain_port.ts";
import type { Payment } from "../../../payments/model.ts";
import type { Done } from "../../model/acting.ts";
import type { Conversation } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { isTerminal } from "../../model/states.ts";
import { closeWithout } from "../settlement/settle.ts";
import { setPayment } from "../store/change.ts";
import { paidAfterAll } from "./settle_otherwise.ts";

/**
 * Ends a price that another service held, as the escrow did: paid to the payee, or returned.
 * The other service's word ends the conversation; a return ends it, too, since that service
 * may have vanished.
 */
export function settleElsewhere(
  call: CommandCall,
  before: Conversation,
  payment: Payment,
  { amount, captured }: EndedMovement,
): Done {
  lookForTheEnd(call, before, payment);
  const paid = captured ?? amount;
  if (paid > 0) {
    const released = paidAfterAll(call, payment, amount - paid);
    const type = "payment.released";
    return {
      after: setPayment(call, before, released, type),
      notify: [SENDER],
    };
  }
  const returned: Payment =
    payment.status === "voided" ? payment : returnedTo(call, payment);
  const after = setPayment(call, before, returned, "payment.voided");
  if (isTerminal(before.state)) return { after, notify: [SENDER] };
  const closed = closeWithout(call, after, "cancel", {
    reason: "price_returned",
    voidReason: "canceled",
  });
  return { after: closed, notify: [SENDER] };
}

function returnedTo({ now }: CommandCall, payment: Payment): Payment {
  return {
    ...payment,
    status: "voided",
    voidedAt: now,
    voidReason: "canceled",
  };
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
