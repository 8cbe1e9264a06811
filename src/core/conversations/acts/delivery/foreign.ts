import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { splitAddress } from "../../../addresses/address.ts";
import { foreignStore } from "../../../addresses/foreign/foreign_store.ts";
import type { RemotePlace } from "../../../addresses/foreign/remote_task_store.ts";
import { accountClosed } from "../../../addresses/resolve.ts";
import { mayReach, refusedDomain } from "../../../federation/policy.ts";
import { isDisabled } from "../../../identity/accounts.ts";
import { actAs } from "../../model/acting.ts";
import { readersOf } from "../../model/audience.ts";
import type { Conversation, Message, Participant } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import type { DeliveryState } from "../../model/states.ts";
import { isTerminal } from "../../model/states.ts";
import { endWithoutRecipients } from "../settlement/remaining_recipients.ts";
import { recordEvent } from "../store/change.ts";
import { dueStore } from "../store/due_store.ts";
import type { ForeignParticipant } from "../store/foreign_queue.ts";
import { isForeign, queueFor } from "../store/foreign_queue.ts";
import { save } from "../store/save.ts";
import { conversationStore } from "../store/store.ts";
import { audienceOfParticipant, withDelivery } from "./delivery.ts";

/**
 * Sends the newest message to the participants at other services who may read it, except to its
 * own author and those who have it. The rows are part of the commit of their cause.
 */
export function queueForeign(
  call: CommandCall,
  conversation: Conversation,
  audience: readonly number[] | null,
  hasIt: (participant: Participant) => boolean = () => false,
): Conversation {
  const message = conversation.messages.at(-1);
  if (!message) return conversation;
  let after = conversation;
  for (const it of conversation.participants.filter(isForeign)) {
    const { position } = it;
    const isReader = (!audience || audience.includes(position)) && !hasIt(it);
    // The sender of a request from elsewhere is told by pushes.
    if (!isReader || position === message.author || position === SENDER) {
      continue;
    }
    queueFor(call, conversation, it, {
      kind: "message",
      messageId: message.id,
    });
    after = withDelivery(after, it, "remote_queued", call.now);
  }
  return after;
}

/**
 * Refuses a message across that would reach nobody: its readers are at services with which the
 * operator exchanges nothing, or their accounts here are closed.
 * @throws domain_refused, invalid_address
 */
export async function refuseUnreachable(
  call: QueryCall,
  conversation: Conversation,
  message: Pick<Message, "author" | "audience">,
): Promise<void> {
  const readers = readersOf(conversation, message);
  const [first] = readers;
  const isAcross = call.member.origin !== undefined || readers.every(isForeign);
  if (!first || !isAcross) return;
  for (const it of readers) {
    if (await isReachable(call, it)) return;
  }
  throw first.remote
    ? refusedDomain(splitAddress(first.address).domain)
    : accountClosed(first.address, "/to");
}

async function isReachable(
  call: QueryCall,
  { accountId, remote }: Participant,
): Promise<boolean> {
  if (accountId === null) return true;
  if (!remote) return !(await isDisabled(call, accountId));
  const account = await foreignStore(call.db).byAccount(accountId);
  return !account || (await mayReach(call, account));
}

/**
 * Sends a request to its payee at another service before its price is held: that service says
 * what a wallet signs, and shows the request to nobody until then.
 */
export function queueForPayee(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  const payee = foreignPayee(conversation);
  const message = conversation.messages.at(-1);
  if (!payee || !message) return conversation;
  queueFor(call, conversation, payee, {
    kind: "message",
    messageId: message.id,
  });
  const queued = withDelivery(conversation, payee, "remote_queued", call.now);
  // Its service reads the files of the message, and may end the request.
  return {
    ...queued,
    participants: queued.participants.map((it) =>
      it.position === payee.position ? { ...it, reached: true } : it,
    ),
  };
}

/** Sends what the payer's wallet signed to the service that holds the price. */
export function queuePayment(
  call: CommandCall,
  conversation: Conversation,
  payload: unknown,
): Conversation {
  const payee = foreignPayee(conversation);
  if (!payee) throw new RangeError("A price elsewhere has a payee there");
  queueFor(call, conversation, payee, { kind: "payment", payload });
  return conversation;
}

function foreignPayee({ participants, payment }: Conversation) {
  return participants
    .filter(isForeign)
    .find(({ accountId }) => accountId === payment?.payeeId);
}

/** A participant at another service, with the conversation as it is stored now. */
export interface ForeignPlace {
  readonly conversation: Conversation;
  readonly participant: ForeignParticipant;
}

/**
 * Loads the conversation of a task at another service; undefined once it is gone.
 * @param names Ids of messages to load, ours or theirs
 */
export async function loadForeign(
  call: Pick<CommandCall, "db">,
  { conversationId, accountId }: RemotePlace,
  names: readonly string[] = [],
): Promise<ForeignPlace | undefined> {
  const version = await dueStore(call.db).version(conversationId);
  if (version === undefined) return undefined;
  const store = conversationStore(call.db);
  const conversation = await store.load(conversationId, version, names);
  const participant = conversation.participants
    .filter(isForeign)
    .find((it) => it.accountId === accountId);
  return participant && { conversation, participant };
}

/**
 * Shows whether a message arrived at the other service, and records it. A request that has no
 * recipient left by it ends, and its price goes back. A service that refuses one message of its
 * task still has the task; one that has been silent for days is gone.
 */
export function settleForeign(
  call: CommandCall,
  { conversation, participant }: ForeignPlace,
  deliveryState: Extract<DeliveryState, "remote_delivered" | "undelivered">,
  refs: Readonly<Record<string, string>>,
  more: { isGone?: boolean; refusal?: string | undefined } = {},
): void {
  const acting = actAs(call, "system");
  const isLost = deliveryState === "undelivered";
  recordEvent(
    call,
    conversation,
    isLost ? "remote.undelivered" : "remote.sent",
    {
      refs,
      audience: audienceOfParticipant(participant),
    },
  );
  if (participant.deliveryState === deliveryState) return;
  const next = { ...conversation, version: conversation.version + 1 };
  const failed = isLost ? { failure: refs.code, refusal: more.refusal } : {};
  const told = withDelivery(next, participant, deliveryState, call.now, failed);
  const gone = more.isGone ? { gone: participant.position } : {};
  const after = isLost ? endWithoutRecipients(acting, told, gone) : told;
  // Of what crossed the end, the sender has been told the end.
  const isNews = isLost && !isTerminal(conversation.state);
  save(acting, conversation, after, isNews ? { notify: [SENDER] } : {});
}
