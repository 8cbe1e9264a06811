import type { CommandCall } from "../../../access/context.ts";
import { remoteTaskStore } from "../../../addresses/foreign/remote_task_store.ts";
import type { Payment } from "../../../payments/model.ts";
import { settledAs } from "../../../payments/rail.ts";
import type { Done } from "../../model/acting.ts";
import type { Conversation } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { isTerminal } from "../../model/states.ts";
import { closeWithout } from "../settlement/settle.ts";
import { setPayment } from "../store/change.ts";
import { endedAs } from "./settle_otherwise.ts";

/**
 * Ends a price that another service held, as the escrow did: paid to the payee, or returned.
 * The other service's word ends the conversation; a return ends it, too, since that service
 * may have vanished.
 */
export function settleElsewhere(
  call: CommandCall,
  before: Conversation,
  payment: Payment,
  sums: Pick<Payment, "released" | "returned">,
): Done {
  lookForTheEnd(call, before, payment);
  if (sums.released > 0) {
    const released = endedAs(call, payment, sums);
    const type = "payment.released";
    return {
      after: setPayment(call, before, released, type),
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
