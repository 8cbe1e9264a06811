import { requireScope } from "../access.ts";
import type { CommandCall } from "../context.ts";
import { loadAccount } from "../identity/accounts.ts";
import { InviteQueue } from "../mail/invite_queue.ts";
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
      isInvitable(it, audience) && it.position !== call.member.guest?.position
        ? await invitedSeat(call, queue, conversation, it)
        : it,
    );
  }
  return { ...conversation, participants };
}

const SEAT_OF_OUTCOME = {
  queued: "invite_queued",
  limited: "invite_limited",
  suppressed: "invite_suppressed",
} as const;

/** Whoever was invited before stays so, also when a further invite is too many. */
async function invitedSeat(
  call: CommandCall,
  queue: InviteQueue,
  conversation: Conversation,
  it: Participant,
): Promise<Participant> {
  const outcome = await queue.queue({
    conversationId: conversation.id,
    recipient: it.address,
    ...(await writerOf(call, conversation)),
    title: conversation.title,
  });
  if (outcome === "recent") return it;
  const deliveryState = SEAT_OF_OUTCOME[outcome];
  if (outcome === "limited" && it.deliveryState !== "pending") return it;
  if (outcome !== "limited") {
    note(call, conversation, `invite.${outcome}`, {
      reviewId: queue.reviewId,
      ...(outcome === "suppressed" && { refs: { rule: "R-OUTWARD" } }),
      audience: it.role === "bcc" ? [0, it.position] : null,
    });
  }
  return { ...it, deliveryState, deliveryAt: call.now };
}

/**
 * Who has written what the invite is about: not always who began. By the name of
 * their account, since one chosen for a conversation could be any text at all.
 */
async function writerOf(
  call: CommandCall,
  { participants, fromAddress }: Conversation,
) {
  const { guest, accountId } = call.member;
  if (guest) {
    const writer = participants.find((it) => it.position === guest.position);
    const address = writer?.address ?? fromAddress;
    return { fromName: address, fromAddress: address };
  }
  const writer = participants.find((it) => it.accountId === accountId);
  const { displayName: fromName } = await loadAccount(call, accountId);
  return !writer || writer.role === "sender"
    ? { fromName, fromAddress }
    : { fromName, fromAddress: writer.address };
}

/** An address that refused mail, or the conversation, is left in peace. */
const LEFT_ALONE: ReadonlySet<Participant["deliveryState"]> = new Set([
  "invite_bounced",
  "invite_suppressed",
  "declined",
]);

function isInvitable(
  it: Participant,
  audience: readonly number[] | null,
): boolean {
  return isOutsider(it, audience) && !LEFT_ALONE.has(it.deliveryState);
}

function isOutsider(
  it: Participant,
  audience: readonly number[] | null,
): boolean {
  if (it.accountId !== null || it.role === "sender") return false;
  return !audience || audience.includes(it.position);
}
