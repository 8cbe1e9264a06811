import { requireScope } from "../../../access/access.ts";
import type { CommandCall } from "../../../access/context.ts";
import { isNobodyHere } from "../../../addresses/nobody_here.ts";
import { told } from "../../../base/words/sentence.ts";
import { loadAccount } from "../../../identity/accounts.ts";
import { InviteQueue } from "../../../mail/invite_queue.ts";
import type { Approval } from "../../../review/review.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { recordEvent } from "../store/change.ts";

/**
 * Invites the ordinary addresses among the readers of something new, within the caps; beyond
 * a mailbox's cap, invites are collected into a later mail. The mail says that there is a
 * message, not what it says.
 * @throws insufficient_scope for an agent that may not send outward, even if no mail is due
 * now
 */
export async function inviteOutsiders(
  call: CommandCall,
  approval: Approval<"outward">,
  conversation: Conversation,
  audience: readonly number[] | null,
): Promise<Conversation> {
  if (conversation.participants.some((it) => isOutsider(it, audience))) {
    requireScope(call.member, "outward:send", told`write to an email address`);
  }
  const queue = new InviteQueue(call, approval);
  const changed = new Map<number, Participant>();
  for (const it of firstUninvited(conversation.participants)) {
    if (isNobodyHere(call.settings, it)) {
      changed.set(it.position, unreached(it, call.now));
      continue;
    }
    if (!isInvitable(it, audience)) continue;
    if (it.position === call.member.guest?.position) continue;
    const participant = await invitedParticipant(call, queue, conversation, it);
    changed.set(it.position, participant);
  }
  const participants = conversation.participants.map(
    (it) => changed.get(it.position) ?? it,
  );
  return { ...conversation, participants };
}

/** Orders recipients: those without an invite first. */
function firstUninvited(
  participants: readonly Participant[],
): readonly Participant[] {
  const isNew = ({ deliveryState }: Participant) =>
    deliveryState === "pending" || deliveryState === "invite_limited";
  return participants.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)));
}

/** A recipient whose address does not exist on our own domain: nobody to invite. */
function unreached(it: Participant, now: number): Participant {
  return it.deliveryState === "no_such_account"
    ? it
    : { ...it, deliveryState: "no_such_account", deliveryAt: now };
}

const STATE_OF_OUTCOME = {
  queued: "invite_queued",
  deferred: "invite_deferred",
  limited: "invite_limited",
  suppressed: "invite_suppressed",
} as const;

/**
 * The participant after another invite. The status of earlier invites stays if the sender's
 * cap is reached; an opened one always stays, or a later bounce would undo it.
 */
async function invitedParticipant(
  call: CommandCall,
  queue: InviteQueue,
  conversation: Conversation,
  it: Participant,
): Promise<Participant> {
  const outcome = await queue.queue({
    conversationId: conversation.id,
    recipient: it.address,
    ...(await writerOf(call, conversation)),
    byAgent: conversation.messages.at(-1)?.actor?.kind === "agent",
    title: conversation.title,
    messageSeq: conversation.messages.at(-1)?.seq ?? 0,
  });
  const deliveryState = STATE_OF_OUTCOME[outcome];
  if (outcome === "limited" && it.deliveryState !== "pending") return it;
  if (outcome === "deferred" && it.deliveryState === deliveryState) return it;
  if (outcome !== "limited") {
    recordEvent(call, conversation, `invite.${outcome}`, {
      reviewId: queue.reviewId,
      ...(outcome === "suppressed" && { refs: { rule: "R-OUTWARD" } }),
      audience: it.role === "bcc" ? [0, it.position] : null,
    });
  }
  if (it.deliveryState === "opened" && outcome !== "suppressed") return it;
  return { ...it, deliveryState, deliveryAt: call.now };
}

/**
 * The author of what the invite is about, who is not always the sender. By their account's
 * name: one chosen for a conversation could be any text.
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

/** States in which an address gets no more mail: it refused the mail or the conversation. */
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
