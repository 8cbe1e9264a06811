import type { CommandCall } from "../../../access/context.ts";
import type { Remote } from "../../../addresses/foreign/remote.ts";
import type { SuppressionReason } from "../../../mail/suppression_store.ts";
import { suppressionStore } from "../../../mail/suppression_store.ts";
import { actAs } from "../../model/acting.ts";
import { participantAt } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import type { DeliveryState } from "../../model/states.ts";
import { endWithoutRecipients } from "../settlement/remaining_recipients.ts";
import { recordEvent } from "../store/change.ts";
import { guestStore } from "../store/guest_store.ts";
import { save } from "../store/save.ts";
import { conversationStore } from "../store/store.ts";

/** A participant not claimed by an account, with the conversation. */
export interface OpenInvite {
  readonly conversation: Conversation;
  readonly participant: Participant;
}

/**
 * The participant of a link: of a mail, or of the wallet that paid an order; undefined once an
 * account has claimed it.
 */
export async function inviteOfMail(
  call: Pick<CommandCall, "db">,
  conversationId: string,
  place: { readonly address: string } | { readonly position: number },
  wallet: string | null = null,
): Promise<OpenInvite | undefined> {
  const store = guestStore(call.db);
  const found =
    "address" in place
      ? await store.of(conversationId, place.address)
      : await store.at(conversationId, place.position);
  if (found?.accountId !== wallet) return undefined;
  const { version, position } = found;
  const conversation = await conversationStore(call.db).load(
    conversationId,
    version,
  );
  return { conversation, participant: participantAt(conversation, position) };
}

/** The record of a change of delivery. */
export interface DeliveryRecord {
  readonly type: string;
  readonly refs?: Readonly<Record<string, string>>;
}

/**
 * The conversation with a new delivery state of one recipient elsewhere. Pure.
 * @param failed Why nothing came to their service
 */
export function withDelivery(
  conversation: Conversation,
  participant: Participant,
  deliveryState: DeliveryState,
  now: number,
  failed: Failed = {},
): Conversation {
  const participants = conversation.participants.map((it) =>
    it.position === participant.position
      ? {
          ...it,
          ...{ deliveryState, deliveryAt: now },
          remote: it.remote && withFailure(it.remote, failed),
        }
      : it,
  );
  return { ...conversation, participants };
}

type Failed = { readonly [K in "failure" | "refusal"]?: string | undefined };

function withFailure(
  { failure: _earlier, refusal: _words, ...remote }: Remote,
  { failure, refusal }: Failed,
): Remote {
  return {
    ...remote,
    ...(failure !== undefined && { failure }),
    ...(refusal !== undefined && { refusal }),
  };
}

/** States that a delivery report may still change: an answer outranks it. */
const WAITING: ReadonlySet<DeliveryState> = new Set([
  "invite_queued",
  "invite_deferred",
  "invite_limited",
  "invite_sent",
]);

/**
 * Writes and records the delivery state of one ordinary address; nothing if it is already
 * known, or if the recipient has come or declined since. It makes a new version but is no
 * activity: lists keep their order, unless the request ends by it.
 */
export function setDelivery(
  call: CommandCall,
  { conversation, participant }: OpenInvite,
  deliveryState: DeliveryState,
  { type, refs }: DeliveryRecord,
): void {
  const acting = actAs(call, "system");
  if (!WAITING.has(participant.deliveryState)) return;
  const next = { ...conversation, version: conversation.version + 1 };
  const told = withDelivery(next, participant, deliveryState, call.now);
  recordEvent(call, told, type, {
    ...(refs && { refs }),
    audience: audienceOfParticipant(participant),
  });
  const after = endWithoutRecipients(acting, told);
  save(acting, conversation, after, after === told ? {} : { notify: [SENDER] });
}

/** Marks the mail as opened once a guest acts; a guest who wants no mail stays so. */
export function openedByGuest(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
): Conversation {
  const isInvited = call.member.guest !== undefined && me.accountId === null;
  if (!isInvited || me.deliveryState === "invite_suppressed") {
    return conversation;
  }
  if (me.deliveryState === "opened") return conversation;
  return withDelivery(conversation, me, "opened", call.now);
}

/** Only the sender learns about a bcc. */
export function audienceOfParticipant(
  participant: Participant,
): readonly number[] | null {
  return participant.role === "bcc" ? [0, participant.position] : null;
}

/**
 * Ends all mail to an address, from every sender. The mail's conversation shows it without
 * the reason.
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
  const open = await inviteOfMail(call, conversationId, { position });
  if (!open) return;
  setDelivery(call, open, "invite_suppressed", { type: "invite.suppressed" });
}
