import type { CommandCall } from "../../../access/context.ts";
import type { Expiry } from "../../../review/expiry.ts";
import { momentOf } from "../../../review/expiry.ts";
import type { Done } from "../../model/acting.ts";
import { notified } from "../../model/audience.ts";
import type { Conversation } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { wasSent } from "../store/views_store.ts";
import { wasEarned } from "./earned.ts";
import { closeOverdue, priceParties } from "./hold_end.ts";
import { closeWithout } from "./settle.ts";

/**
 * Does what the terms of a conversation want at a moment: ends a request that nobody accepted
 * in time, and work that a price is held for and whose condition was not met (docs/states.md,
 * row 25). Undefined while a chain decides what becomes of a payment.
 */
export function doAtDeadline(
  call: CommandCall,
  over: Expiry,
  conversation: Conversation,
): Done | undefined {
  const { terms, payment } = conversation;
  if (terms?.acceptedAt === undefined) {
    return payment?.pendingAt
      ? undefined
      : missAcceptance(call, over, conversation);
  }
  if (payment && wasEarned(conversation, payment, momentOf(over))) {
    const after = { ...conversation, terms: { ...terms, isKept: true } };
    return { after, notify: [] };
  }
  const ended = end(call, over, conversation, "deadline_missed");
  return { after: ended, notify: priceParties(conversation) };
}

function missAcceptance(
  call: CommandCall,
  over: Expiry,
  conversation: Conversation,
): Done {
  const after = end(call, over, conversation, "acceptance_missed");
  const readers = wasSent(conversation)
    ? notified(conversation, SENDER, null)
    : [];
  return { after, notify: [SENDER, ...readers] };
}

function end(
  call: CommandCall,
  over: Expiry,
  conversation: Conversation,
  code: "acceptance_missed" | "deadline_missed",
): Conversation {
  const overdue = closeOverdue(call, over, conversation);
  return closeWithout(call, overdue, "hold_expired", {
    reason: code,
    voidReason: code,
  });
}
