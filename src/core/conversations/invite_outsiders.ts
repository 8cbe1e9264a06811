import { requireScope } from "../access.ts";
import type { CommandCall } from "../context.ts";
import { InviteQueue, mayInviteAgain } from "../mail/outbox.ts";
import type { Approval } from "../review/review.ts";
import { note } from "./change.ts";
import type { Conversation, Participant } from "./model.ts";

/**
 * Invites the ordinary addresses among those who may read something new, once
 * a day at most and as far as the caps go. The mail says that there is a message,
 * never what it says.
 * @throws insufficient_scope for an agent that may not send outward, whether a mail
 * is due now or not
 */
export async function inviteOutsiders(
  call: CommandCall,
  approval: Approval<"outward">,
  conversation: Conversation,
  audience: readonly number[] | null,
): Promise<Conversation> {
  if (conversation.participants.some((it) => isOutsider(it, audience))) {
    requireScope(call.member, "outward:send", "write to an email address");
  }
  const queue = new InviteQueue(call, approval);
  const participants: Participant[] = [];
  for (const it of conversation.participants) {
    participants.push(
      isInvitable(it, audience, call.now)
        ? await invitedSeat(call, queue, conversation, it)
        : it,
    );
  }
  return { ...conversation, participants };
}

/** Whoever was invited before stays so, also when a further invite is too many. */
async function invitedSeat(
  call: CommandCall,
  queue: InviteQueue,
  conversation: Conversation,
  it: Participant,
): Promise<Participant> {
  const isQueued = await queue.queue({
    conversationId: conversation.id,
    recipient: it.address,
    fromName: conversation.fromName,
    fromAddress: conversation.fromAddress,
  });
  if (!isQueued) {
    if (it.deliveryState !== "pending") return it;
    return { ...it, deliveryState: "invite_limited", deliveryAt: call.now };
  }
  note(call, conversation, "invite.queued", {
    reviewId: queue.reviewId,
    audience: it.role === "bcc" ? [0, it.position] : null,
  });
  return { ...it, deliveryState: "invite_queued", deliveryAt: call.now };
}

function isInvitable(
  it: Participant,
  audience: readonly number[] | null,
  now: number,
): boolean {
  if (!isOutsider(it, audience)) return false;
  return (
    it.deliveryState === "pending" ||
    it.deliveryState === "invite_limited" ||
    mayInviteAgain(it.deliveryAt, now)
  );
}

function isOutsider(
  it: Participant,
  audience: readonly number[] | null,
): boolean {
  if (it.accountId !== null || it.role === "sender") return false;
  return !audience || audience.includes(it.position);
}
