import type { CommandCall } from "../../access/context.ts";
import { told } from "../../base/words/sentence.ts";
import type { Closing } from "../checkpoints/checkpoint.ts";
import { closeAbout } from "../checkpoints/checkpoint.ts";
import type { Conversation } from "../model/model.ts";
import { setPayment } from "../store/change.ts";
import { refuseWhilePaying } from "./price_ask.ts";

/** Ends a request that gives nothing back: declined by the payee, or out of time. */
export function dropRefundAsk(
  call: CommandCall,
  conversation: Conversation,
  closing: Closing,
): Conversation {
  const { payment } = conversation;
  if (!payment) throw new RangeError("What is refunded was paid");
  refuseWhilePaying(payment, told`decline`);
  const closed = closeAbout(call, conversation, "refund", closing);
  return setPayment(call, closed, payment, "payment.refund_refused", {
    refs: { outcome: closing.status },
  });
}
