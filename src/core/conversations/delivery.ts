import type { CommandCall } from "../context.ts";
import type { SuppressionReason } from "../mail/suppression_store.ts";
import { suppressionStore } from "../mail/suppression_store.ts";
import { note } from "./change.ts";
import { guestStore } from "./guest_store.ts";
import type { Conversation, DeliveryState, Participant } from "./model.ts";
import { participantAt } from "./present_message.ts";
import { save } from "./save.ts";
import { closeWithout } from "./settle.ts";
import { conversationStore } from "./store.ts";

/** A seat that no account has taken, with its conversation. */
export interface OpenSeat {
  readonly conversation: Conversation;
  readonly seat: Participant;
}

/** The seat that a mail went to; undefined once an account has taken it. */
export async function seatOfMail(
  call: Pick<CommandCall, "db">,
  conversationId: string,
  place: { readonly address: string } | { readonly position: number },
): Promise<OpenSeat | undefined> {
  const store = guestStore(call.db);
  const found =
    "address" in place
      ? await store.of(conversationId, place.address)
      : await store.at(conversationId, place.position);
  if (found?.accountId !== null) return undefined;
  const { version, position } = found;
  const conversation = await conversationStore(call.db).load(
    conversationId,
    version,
  );
  return { conversation, seat: participantAt(conversation, position) };
}

/** What is recorded of a change of delivery. */
export interface DeliveryRecord {
  readonly type: string;
  readonly refs?: Readonly<Record<string, string>>;
}

/** How a conversation stands with one ordinary address from now on. Pure. */
export function withDelivery(
  conversation: Conversation,
  seat: Participant,
  deliveryState: DeliveryState,
  now: number,
): Conversation {
  const participants = conversation.participants.map((it) =>
    it.position === seat.position
      ? { ...it, deliveryState, deliveryAt: now }
      : it,
  );
  return { ...conversation, participants };
}

/**
 * Writes how a conversation stands with one ordinary address, and records it. It is
 * a new version and no activity: nobody's list changes its order.
 */
export function setDelivery(
  call: CommandCall,
  { conversation, seat }: OpenSeat,
  deliveryState: DeliveryState,
  { type, refs }: DeliveryRecord,
): void {
  const next = { ...conversation, version: conversation.version + 1 };
  const told = withDelivery(next, seat, deliveryState, call.now);
  note(call, told, type, {
    ...(refs && { refs }),
    audience: audienceOfSeat(seat),
  });
  const isLost = told.state === "submitted" && isLostOnAll(told);
  const reason = "all_deliveries_failed";
  const after = isLost
    ? closeWithout(call, { ...told, updatedAt: call.now }, "fail", {
        reason,
        voidReason: reason,
      })
    : told;
  save(call, conversation, after, isLost ? { notify: [0] } : {});
}

/** True if nobody is left who could ever read it (decisions.md C, row 26). */
function isLostOnAll({ participants }: Conversation): boolean {
  return participants.every((it) => it.role === "sender" || isGone(it));
}

/** An ordinary address that does not exist, or that said no. */
export function isGone({ deliveryState }: Participant): boolean {
  return deliveryState === "invite_bounced" || deliveryState === "declined";
}

/** A guest who does something has opened the mail; one who wants no mail still does not. */
export function openedByGuest(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
): Conversation {
  if (!call.member.guest || me.deliveryState === "invite_suppressed") {
    return conversation;
  }
  if (me.deliveryState === "opened") return conversation;
  return withDelivery(conversation, me, "opened", call.now);
}

/** Nobody but the sender learns of a bcc. */
export function audienceOfSeat(seat: Participant): readonly number[] | null {
  return seat.role === "bcc" ? [0, seat.position] : null;
}

/**
 * Ends all mail to an address, for every sender. What it was invited to shows that;
 * why, nobody is told.
 */
export async function stopMail(
  call: CommandCall,
  {
    conversationId,
    position,
    address,
  }: {
    readonly conversationId: string;
    readonly position: number;
    readonly address: string;
  },
  reason: SuppressionReason,
): Promise<void> {
  call.write(suppressionStore(call.db).add(address, reason, call.now));
  const open = await seatOfMail(call, conversationId, { position });
  if (!open || open.seat.deliveryState === "invite_suppressed") return;
  setDelivery(call, open, "invite_suppressed", { type: "invite.suppressed" });
}
