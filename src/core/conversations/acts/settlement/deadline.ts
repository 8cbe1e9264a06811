import type { CommandCall } from "../../../access/context.ts";
import { showTime } from "../../../base/time.ts";
import { queueNotice } from "../../../mail/notices.ts";
import type { Expiry } from "../../../review/expiry.ts";
import { momentOf } from "../../../review/expiry.ts";
import type { Done } from "../../model/acting.ts";
import { hasPeople, notified } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { nextStepDue } from "../../model/terms/steps.ts";
import { attentionOf } from "../../model/turn/attention.ts";
import { workingOn } from "../../model/turn/taken.ts";
import { recordEvent } from "../store/change.ts";
import { wasSent } from "../store/views_store.ts";
import { wasEarned } from "./earned.ts";
import { closeOverdue, priceParties } from "./hold_end.ts";
import { closeWithout } from "./settle.ts";

/**
 * Does what the terms of a conversation want at a moment: ends a request that nobody accepted
 * in time, and work that a price is held for and whose condition was not met (docs/states.md,
 * row 25); before that it reminds, also of a step. Undefined while a chain decides what becomes of a payment.
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
  const { dueAt } = terms;
  const told = { ...conversation, terms: { ...terms, remindedAt: call.now } };
  if (dueAt === undefined || call.now < dueAt) return remind(call, over, told);
  const isMissed =
    payment?.status === "held" && !wasEarned(conversation, payment, dueAt);
  if (!isMissed) {
    const refs = { dueAt: showTime(dueAt) };
    recordEvent(call, told, "deadline.passed", { refs });
    const after = { ...told, terms: { ...told.terms, isKept: true } };
    return { after, notify: [] };
  }
  const ended = end(call, over, conversation, "deadline_missed");
  return { after: ended, notify: priceParties(conversation) };
}

/**
 * Reminds those whose turn it is, once for half and once for a tenth of the time: after a pause
 * of the service only of the later one, and of none after the deadline.
 */
function remind(
  call: CommandCall,
  expiry: Expiry,
  conversation: Conversation,
): Done {
  const step = nextStepDue(conversation);
  const about = step === undefined ? "due_soon" : "step_due";
  const endsAt = showTime(
    step ?? conversation.terms?.dueAt ?? momentOf(expiry),
  );
  const { id: conversationId } = conversation;
  recordEvent(call, conversation, "deadline.near", { refs: { dueAt: endsAt } });
  const those = awaited(conversation);
  for (const { accountId } of those.filter(hasPeople)) {
    if (accountId === null) continue;
    queueNotice(call, { conversationId, accountId, about, endsAt });
  }
  return { after: conversation, notify: those.map(({ position }) => position) };
}

/** Those whose turn it is: whom it needs, otherwise those who work on it. */
function awaited(conversation: Conversation): readonly Participant[] {
  const needed = conversation.participants.filter(
    (it) =>
      it.accountId !== null && attentionOf(conversation, it).section !== null,
  );
  return needed.length > 0 ? needed : workingOn(conversation);
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
