import type { CommandCall } from "../../access/context.ts";
import type { Closing } from "../checkpoints/checkpoint.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import { openAbout } from "../model/checkpoints_about.ts";
import type { Conversation } from "../model/model.ts";
import { setPayment } from "../store/change.ts";

/** Closes the payer's request for a refund, if one is open: any refund answers it. */
export function closeRefundAsk(
  call: CommandCall,
  conversation: Conversation,
  closing: Closing,
): Conversation {
  const [open] = openAbout(conversation, "refund");
  return open
    ? closeCheckpoint(call, conversation, open, closing)
    : conversation;
}

/** Ends a request that gives nothing back: declined by the payee, or out of time. */
export function dropRefundAsk(
  call: CommandCall,
  conversation: Conversation,
  closing: Closing,
): Conversation {
  const closed = closeRefundAsk(call, conversation, closing);
  const { payment } = closed;
  if (!payment) throw new RangeError("What is refunded was paid");
  return setPayment(call, closed, payment, "payment.refund_refused", {
    refs: { outcome: closing.status },
  });
}
