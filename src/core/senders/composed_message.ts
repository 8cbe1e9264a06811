import type { CommandCall } from "../access/context.ts";
import { isCardUrl } from "../addresses/address.ts";
import type { ForeignAccount } from "../addresses/foreign/foreign_store.ts";
import { foreignStore } from "../addresses/foreign/foreign_store.ts";
import type { RemoteTaskRow } from "../addresses/foreign/remote_task_store.ts";
import { remoteTaskStore } from "../addresses/foreign/remote_task_store.ts";
import { sha256 } from "../base/digest.ts";
import type { JsonObject } from "../base/json.ts";
import { LIMITS } from "../base/limits.ts";
import { showMoney } from "../base/money.ts";
import { currencyOn } from "../base/rails/chain.ts";
import type { ForeignPlace } from "../conversations/acts/delivery/foreign.ts";
import { loadForeign } from "../conversations/acts/delivery/foreign.ts";
import { hasEndedAt } from "../conversations/acts/delivery/taken_remote.ts";
import {
  pushToken,
  remotePlaceOf,
} from "../conversations/acts/store/foreign_queue.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";
import { participantAt } from "../conversations/model/audience.ts";
import type { Artifact, Message, Part } from "../conversations/model/model.ts";
import { SENDER } from "../conversations/model/model.ts";
import { isTerminal } from "../conversations/model/states.ts";
import { askedDeadlines } from "../conversations/model/terms/deadlines.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import { READER } from "../federation/foreign_caller.ts";

/** Where a delivery to another service goes. */
export interface ForeignTarget extends ForeignPlace {
  readonly account: ForeignAccount;
  readonly row: RemoteTaskRow;
  /** The task that it is for; null if it opens one. */
  readonly taskId: string | null;
}

/** The path that pushes about tasks at other services come to. */
export const PUSH_PATH = "/a2a/push";

/** Where a delivery goes now; undefined if its reason is gone. */
export async function targetOf(
  call: CommandCall,
  { recipient }: Delivery,
  names: readonly string[] = [],
): Promise<ForeignTarget | undefined> {
  const place = remotePlaceOf(recipient);
  const account = await foreignStore(call.db).byAccount(place.accountId);
  const row = await remoteTaskStore(call.db).find(place);
  const found = await loadForeign(call, place, names);
  if (!row || !found || account?.disabledAt !== null) return undefined;
  const hasEnded = hasEndedAt(row, found.participant.remote);
  return { ...found, account, row, taskId: hasEnded ? null : row.taskId };
}

/**
 * The params of SendMessage for one of our messages; undefined if it is not to be sent.
 * @param mayBeThere True if it has left and no answer came: it is repeated after a cancel, too.
 */
export async function composedMessage(
  call: CommandCall,
  target: ForeignTarget,
  messageId: string,
  mayBeThere = false,
): Promise<JsonObject | undefined> {
  const { conversation, participant, account, row, taskId } = target;
  const message = conversation.messages.find(({ id }) => id === messageId);
  const { state } = conversation;
  const isOff = isTerminal(state) && state !== "completed";
  // Without the answer to a message that may have arrived, its task could not be canceled.
  if (!message || (isOff && !mayBeThere)) return undefined;
  const { contextId } = participant.remote;
  // After its end a task takes no message: another follows in its context (A2A 1.0, 3.4.2).
  const follows = taskId === null && row.taskId !== null ? [row.taskId] : [];
  return {
    message: {
      messageId: idFor(account, messageId),
      role: "ROLE_USER",
      parts: await partsOf(call, target, message),
      ...(contextId !== null && { contextId }),
      ...(taskId !== null && { taskId }),
      ...(follows.length > 0 && { referenceTaskIds: follows }),
      ...metadataFor(target),
    },
    configuration: {
      returnImmediately: true,
      ...(account.canPush && {
        taskPushNotificationConfig: {
          url: `${call.settings.baseUrl}${PUSH_PATH}`,
          token: pushToken(call.signer, row),
        },
      }),
    },
  };
}

/**
 * The params of SendMessage for what the payer's wallet signed (a2a-x402 v0.2); undefined if
 * nobody waits for it any more.
 */
export function composedPayment(
  { conversation, participant, account, taskId }: ForeignTarget,
  { id, payload }: { readonly id: string; readonly payload: unknown },
): JsonObject | undefined {
  const { payment, version } = conversation;
  if (!payment || payment.pendingAt === null || taskId === null)
    return undefined;
  const { contextId } = participant.remote;
  const from = participantAt(conversation, SENDER).address;
  return {
    message: {
      messageId: idFor(account, id),
      role: "ROLE_USER",
      parts: [{ text: "The payment, signed by the wallet of the payer." }],
      taskId,
      ...(contextId !== null && { contextId }),
      metadata: {
        "x402.payment.status": "payment-submitted",
        "x402.payment.payload": payload,
        ...(account.isFederated && { svc: { from, version } }),
      },
    },
    configuration: { returnImmediately: true },
  };
}

const MARK_CHARS = 8;

/**
 * The id of a message for one recipient. Two of them may be at the same service, where one id
 * of one sender is one message.
 */
function idFor(
  { accountId }: Pick<ForeignAccount, "accountId">,
  messageId: string,
): string {
  return `${messageId}.${sha256(accountId).slice(0, MARK_CHARS)}`;
}

/** The same message for a task that the other service no longer has. */
export function asOpening(params: JsonObject, lost: string): JsonObject {
  const { taskId: _lost, ...message } = params.message as JsonObject;
  return { ...params, message: { ...message, referenceTaskIds: [lost] } };
}

/**
 * The members for a service of our kind; any other agent is only told the price that it is
 * offered. The task is the sender's, whoever of the conversation wrote the message.
 */
function metadataFor(target: ForeignTarget): JsonObject {
  const { conversation, participant, account, taskId } = target;
  const offer = taskId === null ? offerOf(target) : undefined;
  if (!account.isFederated) return offer ? { metadata: { svc: offer } } : {};
  const { version, title } = conversation;
  const from = participantAt(conversation, SENDER).address;
  if (taskId !== null) return { metadata: { svc: { from, version } } };
  const { address: to } = participant;
  return {
    metadata: {
      svc: {
        ...{ from, title, version },
        // The URL that is called names the account of a card.
        ...(!isCardUrl(to) && { to }),
        ...askedDeadlines(conversation),
        ...orderFor(target),
        ...offer,
      },
    },
  };
}

/** An order is its seller's alone, whose service checks it. */
function orderFor({ conversation, participant }: ForeignTarget): JsonObject {
  const { order } = conversation;
  if (order?.sellerId !== participant.accountId) return {};
  const { offerId, input } = order;
  return { offerId, ...(input !== null && { input }) };
}

/** A price is its payee's alone, and asked for once. */
function offerOf({
  conversation: { price, release, rail, payment },
  participant,
}: ForeignTarget): JsonObject | undefined {
  const isAsked =
    payment?.status === "requires_payment" &&
    payment.payeeId === participant.accountId;
  if (!isAsked) return undefined;
  const { amount } = showMoney(price);
  return { price: amount, currency: currencyOn(rail), release };
}

/** The content with its files. Another author than the sender is named first. */
async function partsOf(
  call: CommandCall,
  { conversation, participant, account, taskId }: ForeignTarget,
  { author, parts, artifactIds }: Message,
): Promise<readonly Part[]> {
  const { address } = participantAt(conversation, author);
  const others =
    account.isFederated && taskId === null
      ? alsoTo(conversation, participant)
      : [];
  const files: Part[] = [];
  let bytesLeft: number = LIMITS.remoteFileBytesMax;
  for (const id of artifactIds) {
    const file = conversation.artifacts.find((it) => it.id === id);
    if (!file) continue;
    const reader = new URLSearchParams({ [READER]: participant.address });
    const at = `/v1/conversations/${conversation.id}/artifacts/${id}?${reader}`;
    const part = await fileOf(call, file, { at, bytesLeft });
    if (part.raw !== undefined) bytesLeft -= file.size;
    files.push(part);
  }
  const named = author === SENDER ? [] : [{ text: `From ${address}:` }];
  return [...named, ...parts, ...files, ...others];
}

/** Names who else reads the answers: the other service shows the sender alone. */
function alsoTo(
  { participants }: ForeignTarget["conversation"],
  { position }: ForeignTarget["participant"],
): readonly Part[] {
  const names = participants
    .filter((it) => it.role === "to" || it.role === "cc")
    .filter((it) => it.position !== position)
    .map(({ address }) => address);
  return names.length === 0 ? [] : [{ text: `Also to ${names.join(", ")}.` }];
}

/** A file within its message, or its address if it is too large for that. */
async function fileOf(
  { db, settings }: CommandCall,
  { id, name, mimeType, size, uri }: Artifact,
  { at, bytesLeft }: { readonly at: string; readonly bytesLeft: number },
): Promise<Part> {
  const about = { filename: name, mediaType: mimeType };
  if (uri !== null) return { url: uri, ...about };
  const bytes =
    size <= bytesLeft ? await conversationStore(db).bytesOf(id) : undefined;
  if (bytes) return { raw: bytes.toBase64(), ...about };
  return { url: settings.baseUrl + at, ...about };
}
